"""From the tree as written to the checked program (`tree`): names, types, constants, usage."""
