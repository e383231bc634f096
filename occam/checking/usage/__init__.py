"""Usage: no variable changed behind another's back, no channel used at a wrong end."""
