"""What is built: Amaranth pipeline stages, the arrays made of them, their Verilog and testbench."""
