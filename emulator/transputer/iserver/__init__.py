"""The host's end of INMOS's iserver protocol: files, console, the directory it may see."""
