"""The instruction set, declared: codes, costs and effects, and the times behind them."""
