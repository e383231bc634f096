"""What a design takes of an FPGA, estimated from the design alone."""
