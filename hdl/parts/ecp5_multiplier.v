// A model of ECP5's MULT18X18D as hdl.parts.ecp5_multiplier uses it: signed, one clock, no reset.
module MULT18X18D #(
  parameter REG_INPUTA_CLK = "NONE",
  parameter REG_INPUTB_CLK = "NONE",
  parameter REG_PIPELINE_CLK = "NONE",
  parameter REG_OUTPUT_CLK = "NONE"
) (
  input A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16, A17,
  input B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, B13, B14, B15, B16, B17,
  input SIGNEDA, SIGNEDB, SOURCEA, SOURCEB, CE0, CLK0, RST0,
  output P0, P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11, P12, P13, P14, P15, P16, P17,
  output P18, P19, P20, P21, P22, P23, P24, P25, P26, P27, P28, P29, P30, P31, P32, P33, P34, P35
);
  wire signed [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2,
                          A1, A0};
  wire signed [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2,
                          B1, B0};
  reg signed [17:0] a_held, b_held;
  reg signed [35:0] product_held, output_held;
  wire signed [17:0] a_used = REG_INPUTA_CLK == "CLK0" ? a_held : a;
  wire signed [17:0] b_used = REG_INPUTB_CLK == "CLK0" ? b_held : b;
  wire signed [35:0] product = a_used * b_used;
  wire signed [35:0] piped = REG_PIPELINE_CLK == "CLK0" ? product_held : product;
  wire signed [35:0] result = REG_OUTPUT_CLK == "CLK0" ? output_held : piped;
  always @(posedge CLK0) begin
    a_held <= a;
    b_held <= b;
    product_held <= product;
    output_held <= piped;
  end
  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18,
          P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = result;
endmodule
