"""Listings: every byte once, under the line it came from."""

import re
from dataclasses import replace

from emulator.transputer.network.network_file import parse
from occam.telling.listing import listing
from tests.occam_images import built, image

SOURCE = "PROC main ()\n  x := 1\n  WHILE TRUE\n    x := x + #100\n:\n"
CODE = """
        ldc     1               -- line 2 main
        stl     0
again:  ldc     #100            -- line 4 main
        ldl     0
        add
        stl     0
        j       again           -- line 3 main
"""
ONE = parse("[nodes.P0]")


def test_lines_and_the_code_that_came_from_them(tmp_path):
    file = tmp_path / "main.occ"
    file.write_text(SOURCE)
    program = built({"P0": image(CODE, file=str(file), below=40, above=6, vectors=3)}, ONE)
    code = (program.images["P0"].code).hex(" ")
    assert code == "41 d0 21 20 40 70 f5 d0 60 08"
    assert listing(program) == (
        "-- T800: 10 bytes of code, entered at 0;"
        " 40 words below Wptr, 6 above, 3 of large arrays\n"
        "-- P0: Wptr #80000110, code #80000128, free from #80000144\n"
        f"-- {file}:2 main:   x := 1\n"
        "     0  41                       ldc        1\n"
        "     1  d0                       stl        0\n"
        f"-- {file}:4 main:     x := x + #100\n"
        "     2  21 20 40                 ldc        256\n"
        "     5  70                       ldl        0\n"
        "     6  f5                       add\n"
        "     7  d0                       stl        0\n"
        f"-- {file}:3 main:   WHILE TRUE\n"
        "     8  60 08                    j          -8  -- to 2\n"
    )


def test_the_same_code_on_several_processors_is_listed_once():
    plan = parse('[nodes.P0]\n[nodes.P1]\n[nodes.P2]\n[wires]\nP0.1 = "P1.2"\nP1.1 = "P2.2"')
    images = {"P0": image("stopp"), "P1": image(CODE), "P2": image(CODE)}
    text = listing(built(images, plan))
    assert text.count("ldc        256") == 1
    assert re.findall(r"-- (P.): Wptr", text) == ["P0", "P1", "P2"]


def test_data_is_no_code():
    program = replace(image('add\n byte "text, and more"\n sub'), data=((1, 15),))
    text = listing(built({"P0": program}, ONE))
    assert text.splitlines()[2:] == [
        "     0  f5                       add",
        "     1  74 65 78 74 2c 20 61 6e  data       text, an",
        "     9  64 20 6d 6f 72 65        data       d more",
        "    15  fc                       sub",
    ]
