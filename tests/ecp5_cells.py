"""Models of an ECP5's cells, in Verilog, for benches of machines that are made of them."""

MULTIPLEXERS = """
module PFUMX (input ALUT, BLUT, C0, output Z); assign Z = C0 ? ALUT : BLUT; endmodule
module L6MUX21 (input D0, D1, SD, output Z); assign Z = SD ? D1 : D0; endmodule
"""

RESET_REGISTERS = """
module FD1S3IX #(parameter GSR = "ENABLED") (input CD, D, CK, output reg Q = 0);
  always @(posedge CK) Q <= D & ~CD;
endmodule
module FD1S3JX #(parameter GSR = "ENABLED") (input PD, D, CK, output reg Q = 1);
  always @(posedge CK) Q <= D | PD;
endmodule
"""
"""Cleared, or set, by a reset in the clock's edge."""
