// Plays inputs.hex into the machine and holds every word that it delivers against expected.hex.
// +stall=P pauses either side in P of 256 cycles. Ends with PASS, or with $fatal.
`timescale 1ns / 1ps
module bench;
  localparam SETS = @SETS@, LATENCY = @LATENCY@, INTERVAL = @INTERVAL@;
  reg clk = 0, rst = 1, valid = 0, taking = 0;
  wire ready, done;
  reg [@INPUT_BITS@-1:0] payload;
  wire [@OUTPUT_BITS@-1:0] result;
  reg [@INPUT_BITS@-1:0] inputs [0:SETS-1];
  reg [@OUTPUT_BITS@-1:0] expected [0:SETS-1];
  integer taken = 0, delivered = 0, wrong = 0, cycle = 0, first_in = -1, first_out = -1;
  integer quiet = 0, stall = 0, seed = 1;

  @MODULE@ machine(.clk(clk), .rst(rst), .in_valid(valid), .in_ready(ready), .in_payload(payload),
    .out_valid(done), .out_ready(taking), .out_payload(result));

  always #5 clk = !clk;

  initial begin
    if (!$value$plusargs("stall=%d", stall)) stall = 0;
    $readmemh("inputs.hex", inputs);
    $readmemh("expected.hex", expected);
    payload = inputs[0];
    repeat (2) @(negedge clk);
    rst = 0;
    while (delivered < SETS && quiet < 1000 * (LATENCY + INTERVAL)) begin
      if (!valid && taken < SETS && $unsigned($random(seed)) % 256 >= stall) begin
        valid = 1;
        payload = inputs[taken];
      end
      taking = $unsigned($random(seed)) % 256 >= stall;
      #1;
      quiet = quiet + 1;
      if (done) begin
        if (first_out < 0) first_out = cycle;
        if (result !== expected[delivered]) begin
          wrong = wrong + 1;
          $display("cycle %0d: set %0d is wrong", cycle, delivered + 1);
        end
        if (taking) begin
          delivered = delivered + 1;
          quiet = 0;
        end
      end
      if (valid && ready) begin
        if (first_in < 0) first_in = cycle;
        taken = taken + 1;
        @(negedge clk) valid = 0;
      end else @(negedge clk);
      cycle = cycle + 1;
    end
    $display("%0d of %0d sets, %0d wrong, latency %0d (%0d)", delivered, SETS, wrong,
      first_out - first_in, LATENCY);
    if (wrong != 0 || delivered != SETS || first_out - first_in != LATENCY) $fatal(1, "FAIL");
    $display("PASS");
    $finish;
  end
endmodule
