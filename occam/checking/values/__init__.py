"""Values: expressions, elements, types and calls of functions, checked and folded."""
