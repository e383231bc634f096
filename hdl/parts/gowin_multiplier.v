// A model of Gowin's MULT18X18 as hdl.parts.gowin_multiplier uses it: signed, no cascade, no reset.
module MULT18X18 #(
  parameter AREG = 0,
  parameter BREG = 0,
  parameter PIPE_REG = 0,
  parameter OUT_REG = 0,
  parameter ASIGN_REG = 0,
  parameter BSIGN_REG = 0,
  parameter SOA_REG = 0,
  parameter MULT_RESET_MODE = "SYNC"
) (
  input signed [17:0] A, B, SIA, SIB,
  input ASIGN, BSIGN, ASEL, BSEL, CE, CLK, RESET,
  output signed [35:0] DOUT
);
  reg signed [17:0] a_held, b_held;
  reg signed [35:0] product_held, output_held;
  wire signed [17:0] a_used = AREG ? a_held : A;
  wire signed [17:0] b_used = BREG ? b_held : B;
  wire signed [35:0] product = a_used * b_used;
  wire signed [35:0] piped = PIPE_REG ? product_held : product;
  assign DOUT = OUT_REG ? output_held : piped;
  always @(posedge CLK) begin
    a_held <= A;
    b_held <= B;
    product_held <= product;
    output_held <= piped;
  end
endmodule
