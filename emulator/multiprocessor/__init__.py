"""A shared-memory machine of the kind of 1991: processes, spin locks, shared counts and queues."""
