// Models of the ECP5 cells that a board's top has around the machine: pins and the start of a reset.
module IB (input I, output O);
  assign O = I;
endmodule

module OBZ (input I, T, output O);
  assign O = T ? 1'bz : I;
endmodule

module FD1S3AX #(parameter GSR = "ENABLED") (input CK, D, output reg Q = 0);
  always @(posedge CK) Q <= D;
endmodule

// While it is low every register is held at its beginning; simulators begin there.
module SGSR (input CLK, GSR);
endmodule

// The board: its 25 MHz clock, the button, and the two wires of the serial line.
module pins (input clk, rst, rx, output tx, dropped);
  torque_array_ulx3s_85f board (
    .clk25(clk), .button_reset(rst), .uart_rx(rx), .uart_tx(tx),
    .led_dropped(dropped)
  );
endmodule

// Two places of a carry chain, each a table of four inputs before its carry.
module CCU2C #(
  parameter [15:0] INIT0 = 0, INIT1 = 0,
  parameter INJECT1_0 = "YES", INJECT1_1 = "YES"
) (
  input CIN, A0, B0, C0, D0, A1, B1, C1, D1,
  output S0, S1, COUT
);
  wire goes_0 = INIT0[{D0, C0, B0, A0}];
  wire goes_1 = INIT1[{D1, C1, B1, A1}];
  wire made_0 = INJECT1_0 == "NO" && INIT0[{2'b00, B0, A0}];
  wire made_1 = INJECT1_1 == "NO" && INIT1[{2'b00, B1, A1}];
  wire between = goes_0 ? CIN : made_0;
  assign S0 = goes_0 ^ (INJECT1_0 == "NO" && CIN);
  assign S1 = goes_1 ^ (INJECT1_1 == "NO" && between);
  assign COUT = goes_1 ? between : made_1;
endmodule
