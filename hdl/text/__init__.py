"""From RTLIL to Verilog that simulators, synthesisers and linters read without a word."""
