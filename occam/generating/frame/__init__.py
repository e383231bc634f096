"""Memory of one processor: workspace, vector space, tables of constants, who needs which words."""
