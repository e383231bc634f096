"""Newton-Euler as tasks on a shared-memory machine: Zeng and Egan (1991)."""
