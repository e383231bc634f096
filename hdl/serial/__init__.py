"""The machine behind a serial line: frames of bytes that are right or are dropped."""
