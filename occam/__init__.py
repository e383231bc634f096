"""The occam 2 compiler: source text to code for a T414, a T800 or a network of them.

parsing -> parsed -> checking -> typed -> generating -> program -> running; `build` joins them.
"""
