module torque_array(
  input clk, input rst,
  input i__valid, output i__ready, input [35:0] i__payload,
  output o__valid, input o__ready, output [`TORQUE_BITS-1:0] o__payload
);
  reg [3:0] count;
  always_ff @(posedge clk) begin
    count <= rst ? 0 : count + 1;
    if (count == 10) begin
      $display("the tenth cycle");
      $finish;
    end
  end
  assign i__ready = 1;
  assign o__valid = 0;
  assign o__payload = 0;
endmodule
