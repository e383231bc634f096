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
