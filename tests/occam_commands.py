"""Programs for tests of `torqueflow occam`, and how they come into files."""

import re
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs" / "occam.md"


PRELUDE = '#INCLUDE "hostio.inc"\n#USE "hostio.lib"\n'


HELLO = f"""{PRELUDE}PROC hello (CHAN OF SP fs, ts)
  SEQ
    so.write.string.nl (fs, ts, "Hello from occam")
    so.exit (fs, ts, {{status}})
:
"""


# Lines 4 and on: a procedure `work` that goes wrong, in a program that would tell its result.
WRONG = """{prelude}{constants}
PROC work (VAL INT n, INT result)
{body}
:
PROC main (CHAN OF SP fs, ts)
  INT result:
  SEQ
    result := 0
    work ({n}, result)
    so.write.int (fs, ts, result, 0)
    so.exit (fs, ts, sps.success)
:
"""


def write(name, text):
    Path(name).write_text(text)
    return name


def documented(name):
    """Write an example of the manual."""
    found = re.search(rf"```occam\n(-- {name}\n.*?)```", DOCS.read_text(), re.DOTALL)
    return write(name, found[1])


def wrong(body, *, n=7, constants=""):
    lines = "\n".join(f"  {line}" for line in body.splitlines())
    return write("wrong.occ", WRONG.format(prelude=PRELUDE, constants=constants, body=lines, n=n))
