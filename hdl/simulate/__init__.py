"""The RTL in open simulators, driven by cocotb."""
