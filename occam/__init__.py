"""The occam 2 compiler: source text to code for a T414, a T800 or a network of them.

parsing -> parsed -> checking -> typed -> generating -> program -> linking; `build` joins them, and
telling says in terms of the source what came of it. README.md has the control flow.
"""
