module torque_array(
  input clk, input rst,
  input in_valid, output in_ready, input [35:0] in_payload,
  output out_valid, input out_ready, output [`TORQUE_BITS-1:0] out_payload
);
  reg [3:0] count;
  always_ff @(posedge clk) begin
    count <= rst ? 0 : count + 1;
    if (count == 10) begin
      $display("the tenth cycle");
      $finish;
    end
  end
  assign in_ready = 1;
  assign out_valid = 0;
  assign out_payload = 0;
endmodule
