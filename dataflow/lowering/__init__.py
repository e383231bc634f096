"""From a graph's nodes to hardware operations, each with its proof."""
