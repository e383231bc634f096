"""From the tree as written to the checked program (`typed`): names, types, constants, usage."""
