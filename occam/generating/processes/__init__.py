"""Code for processes, routines and the start of a program."""
