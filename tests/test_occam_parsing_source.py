"""Files of an occam source: includes, libraries, and the place of every line."""

import pytest

from common.errors import InputError
from occam.library import folder
from occam.parsing import source
from occam.parsing.source import Line, lines_of_file, lines_of_text


def write(folder, **files):
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def in_library(tmp_path, monkeypatch):
    """Makes files those of the library, and the only ones."""

    def make(**files):
        monkeypatch.setattr(folder, "FOLDER", write(tmp_path / "library", **files))

    return make


def texts(lines):
    return [" " * line.shift + line.text for line in lines]


def refusal(path):
    with pytest.raises(InputError) as caught:
        lines_of_file(path)
    return str(caught.value)


def test_lines_keep_their_number_and_lose_trailing_space():
    assert lines_of_text("SEQ \n\n  SKIP\r\n", "a.occ") == [
        Line("SEQ", "a.occ", 1),
        Line("", "a.occ", 2),
        Line("  SKIP", "a.occ", 3),
        Line("", "a.occ", 4),
    ]


def test_an_include_is_indented_as_its_directive_and_keeps_its_own_places(tmp_path):
    write(tmp_path, main_occ='SEQ\n  #INCLUDE "part.inc"\n  STOP', part_inc="SEQ\n  SKIP")
    lines = lines_of_file(tmp_path / "main.occ")
    assert texts(lines) == ["SEQ", "  SEQ", "    SKIP", "  STOP"]
    assert lines[2] == Line("  SKIP", str(tmp_path / "part.inc"), 2, 2)
    assert str(lines[2].place(3)) == f"{tmp_path / 'part.inc'}:2:3"
    assert lines[3] == Line("  STOP", str(tmp_path / "main.occ"), 3)


def test_includes_are_relative_to_the_file_they_stand_in(tmp_path):
    write(tmp_path, main_occ='#INCLUDE "sub/a.inc"')
    write(tmp_path / "sub", a_inc='#INCLUDE "b.inc"', b_inc="SKIP")
    assert texts(lines_of_file(tmp_path / "main.occ")) == ["SKIP"]


def test_shifts_of_includes_within_includes_add_up(tmp_path):
    write(
        tmp_path,
        main_occ='  #INCLUDE "a.inc"',
        a_inc=' #INCLUDE "b.inc" -- once more',
        b_inc="SKIP",
    )
    assert texts(lines_of_file(tmp_path / "main.occ")) == ["   SKIP"]


def test_the_library_is_searched_after_the_files_folder(tmp_path, in_library):
    in_library(shared_inc="library", own_inc="library")
    own = write(
        tmp_path / "own", own_inc="own", main_occ='#INCLUDE "shared.inc"\n#INCLUDE "own.inc"'
    )
    assert texts(lines_of_file(own / "main.occ")) == ["library", "own"]


def test_use_takes_the_occam_source_of_a_library(tmp_path, in_library):
    in_library(hostio_occ="PROC so.exit ()")
    own = write(tmp_path / "own", main_occ='  #USE "hostio.lib"', hostio_occ="not this one")
    assert texts(lines_of_file(own / "main.occ")) == ["  PROC so.exit ()"]


@pytest.mark.parametrize("name", ["mine.occ", "mine.tco", "mine.t8h", "mine"])
def test_use_takes_a_file_of_the_users_beside_the_source(tmp_path, name):
    write(tmp_path, main_occ=f'#USE "{name}"', mine_occ="PROC mine ()")
    assert texts(lines_of_file(tmp_path / "main.occ")) == ["PROC mine ()"]


def test_a_library_is_taken_once_in_a_scope_and_inside_it(tmp_path, in_library):
    in_library(a_occ="A")
    text = '#USE "a.lib"\n#USE "a.lib"\nPROC f ()\n  #USE "a.lib"\n  SKIP\n:'
    lines = lines_of_text(text, str(tmp_path / "main.occ"))
    assert texts(lines) == ["A", "PROC f ()", "  SKIP", ":"]


def test_a_library_is_taken_again_where_its_scope_has_ended(tmp_path, in_library):
    in_library(a_occ="A")
    procedure = (
        'PROC f ()\n  #USE "a.lib"\n\n-- a comment does not end it\n  #USE "a.lib"\n  SKIP\n:'
    )
    lines = lines_of_text(f"{procedure}\n{procedure}", str(tmp_path / "main.occ"))
    assert texts(lines).count("  A") == 2


def test_an_include_is_taken_every_time(tmp_path):
    write(tmp_path, main_occ='#INCLUDE "a.inc"\n#INCLUDE "a.inc"', a_inc="A")
    assert texts(lines_of_file(tmp_path / "main.occ")) == ["A", "A"]


@pytest.mark.parametrize("directive", ["#OPTION A", '#COMMENT "x"', "#PRAGMA LINKAGE"])
def test_what_only_the_old_tools_read_is_passed_over(directive):
    assert texts(lines_of_text(f"  {directive}\nSKIP", "a.occ")) == ["SKIP"]


def test_a_line_that_goes_on_with_a_hexadecimal_number_is_no_directive():
    text = "VAL t IS [#00,\n  #FACE, #AB]:"
    assert texts(lines_of_text(text, "a.occ")) == text.split("\n")


def test_latin_1_is_read_where_utf_8_is_not(tmp_path):
    (tmp_path / "a.occ").write_bytes("-- gr\xfc\xdfe".encode("latin-1"))
    assert texts(lines_of_file(tmp_path / "a.occ")) == ["-- gr\xfc\xdfe"]
    (tmp_path / "a.occ").write_bytes("\ufeffSKIP -- gr\xfc\xdfe".encode())
    assert texts(lines_of_file(tmp_path / "a.occ")) == ["SKIP -- gr\xfc\xdfe"]


def test_circles_of_includes_are_refused(tmp_path):
    write(tmp_path, a_occ='\n  #INCLUDE "b.inc"', b_inc='#INCLUDE "a.occ"')
    allowed = "files that do not go round in a circle"
    assert refusal(tmp_path / "a.occ") == (
        f"{tmp_path / 'b.inc'}:1:10: 'a.occ' includes itself; allowed: {allowed}"
    )
    write(tmp_path, a_occ='#USE "a.occ"')
    assert refusal(tmp_path / "a.occ") == (
        f"{tmp_path / 'a.occ'}:1:6: 'a.occ' includes itself; allowed: {allowed}"
    )


def test_long_chains_of_includes_are_refused(tmp_path):
    for number in range(60):
        (tmp_path / f"{number}.inc").write_text(f'#INCLUDE "{number + 1}.inc"')
    assert refusal(tmp_path / "0.inc").startswith(
        f"{tmp_path / '49.inc'}:1:10: too many files that include each other; allowed: at most 50"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('#INCLUDE "no.inc"', "1:10: no file 'no.inc'; allowed: a file beside the one that names "),
        ('\n  #USE "no.lib"', "2:8: no file 'no.occ'; allowed: a file beside the one that names "),
        ("#INCLUDE no.inc", "1:1: '#INCLUDE' without a file name; allowed: #INCLUDE \"file\""),
        ('#USE ""', "1:1: '#USE' without a file name; allowed: #USE \"file\""),
        (
            '  #include "a"',
            "1:3: the directive '#include'; allowed: #INCLUDE, #USE, #OPTION, #COMMENT, #PRAGMA",
        ),
    ],
)
def test_wrong_directives(tmp_path, text, message):
    write(tmp_path, main_occ=text)
    assert refusal(tmp_path / "main.occ").startswith(f"{tmp_path / 'main.occ'}:{message}")


def test_the_libraries_there_are_are_named(tmp_path, in_library):
    in_library(hostio_occ="", snglmath_occ="", hostio_inc="")
    write(tmp_path, main_occ='#USE "hostoi.lib"')
    assert refusal(tmp_path / "main.occ").endswith("or of the library: hostio.lib, snglmath.lib")


def test_files_that_cannot_be_read(tmp_path):
    missing = tmp_path / "no.occ"
    assert refusal(missing) == (
        f"{missing}: 'no.occ': No such file or directory; allowed: a file that can be read"
    )
    assert "Is a directory" in refusal(tmp_path)
    (tmp_path / "a.occ").write_bytes(b"SKIP\0")
    assert refusal(tmp_path / "a.occ") == (
        f"{tmp_path / 'a.occ'}: bytes that are no text; allowed: an occam source"
    )


def test_sources_that_are_too_long(tmp_path, monkeypatch):
    path = write(tmp_path, a_occ='-- 12345\n#INCLUDE "b.inc"', b_inc="1\n2\n3") / "a.occ"
    monkeypatch.setattr(source, "LINES_MAXIMUM", 3)
    assert refusal(path) == f"{tmp_path / 'b.inc'}:3:1: too long a source; allowed: at most 3 lines"
    monkeypatch.setattr(source, "LINES_MAXIMUM", 4)
    assert len(lines_of_file(path)) == 4
    monkeypatch.setattr(source, "BYTES_MAXIMUM", 10)
    assert refusal(path) == f"{path}: a source of 25 bytes; allowed: at most 10 bytes"
