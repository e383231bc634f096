"""When each operation starts, which unit does it, and what that costs."""
