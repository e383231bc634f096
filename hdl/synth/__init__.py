"""What a netlist becomes on an FPGA, counted by open synthesis."""
