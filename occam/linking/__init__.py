"""From code to a network that runs it: which nodes and wires, who boots whom, with what bytes."""
