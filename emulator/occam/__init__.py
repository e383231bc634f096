"""The occam 2 compiler: source text to code for a T414, a T800 or a network of them.

source, lexer, grammar -> syntax -> checker -> tree -> generator -> code -> program, configuration.
"""
