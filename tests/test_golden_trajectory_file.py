"""Trajectory files: read back to the bit, and every fault told with its place."""

import contextlib
import io
import tracemalloc
import warnings
import zipfile

import numpy as np
import pytest

from common.errors import InputError
from golden.generators import planar
from golden.trajectory import Trajectory, random_states
from golden.trajectory_file import (
    column_names,
    read_driven_states,
    read_trajectory,
    write_csv,
    write_trajectory,
)

HEADER = "q1,q2,qd1,qd2,qdd1,qdd2\n"
ROW = "1,2,3,4,5,6\n"


def read(tmp_path, text, name="t.csv"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_trajectory(path, 2)


@pytest.mark.parametrize("extension", [".csv", ".npz", ".CSV"])
@pytest.mark.parametrize("points", [1, 20_000])
def test_written_files_are_read_to_the_same_bits(tmp_path, extension, points):
    motion = random_states(planar(2), points, 1)
    path = tmp_path / f"motion{extension}"
    write_trajectory(path, motion)
    back = read_trajectory(path, 2)
    for name in ("q", "qd", "qdd"):
        np.testing.assert_array_equal(getattr(back, name), getattr(motion, name))
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_columns_may_stand_in_any_order(tmp_path):
    motion = read(tmp_path, "qdd2, qd1,q1,qdd1,qd2,q2\n6,3,1,5,4,2\n")
    np.testing.assert_array_equal(
        np.hstack([motion.q, motion.qd, motion.qdd]), [[1, 2, 3, 4, 5, 6]]
    )


@pytest.mark.parametrize(
    "text",
    [
        HEADER + ROW,
        HEADER + ROW + "\n\n",
        (HEADER + ROW).replace("\n", "\r\n"),
        (HEADER + ROW).replace("\n", "\r"),
        HEADER + ROW.rstrip(),
        "\ufeff" + HEADER + ROW,
        HEADER + '1e0, 2 ,+3,4.,"5",6',
    ],
)
def test_what_spreadsheets_make_of_it(tmp_path, text):
    motion = read(tmp_path, text)
    np.testing.assert_array_equal(
        np.hstack([motion.q, motion.qd, motion.qdd]), [[1, 2, 3, 4, 5, 6]]
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "t.csv: empty"),
        ("\n", "t.csv: empty"),
        (HEADER, "t.csv: no rows after the header"),
        (ROW + ROW, "line 1: no header"),
        ("q1,q2,qd1,qd2,qdd1\n1,2,3,4,5\n", "line 1: column 'qdd2' is missing"),
        ("q1,q2,qd1,qd2,qdd1,qdd2,t\n1,2,3,4,5,6,7\n", "line 1: column 't' is unknown"),
        ("q1,q2,q3,qd1,qd2,qdd1,qdd2\n", "line 1: column 'q3' is unknown"),
        ("q1,q2,q2,qd1,qd2,qdd1,qdd2\n", "line 1: column 'q2' stands twice"),
        (HEADER + ROW + "1,2,3,4,5\n", "line 3: 5 entries; allowed: 6"),
        (HEADER + "1,2,3,4,5,6,7\n", "line 2: 7 entries; allowed: 6"),
        (HEADER + ROW + "1,2,nan,4,5,6\n", "line 3, column 'qd1': 'nan' is not finite"),
        (HEADER + ROW + ROW + "1,2,3,4,5,-inf\n", "line 4, column 'qdd2': '-inf' is not finite"),
        (HEADER + "1,2,3,1e999,5,6\n", "line 2, column 'qd2': '1e999' is not finite"),
        (HEADER + "1,two,3,4,5,6\n", "line 2, column 'q2': 'two' is not a number"),
        (HEADER + "1,,3,4,5,6\n", "line 2, column 'q2': '' is not a number"),
        (HEADER + "1;2;3;4;5;6\n", "line 2: 1 entries"),
        (HEADER.replace(",", ";") + ROW, "line 1: no header"),
        (HEADER + "1,2,3,4,5,6\n" * 9000 + "x,2,3,4,5,6\n", "line 9002, column 'q1': 'x' is not"),
        (b"\xff\xfe" + HEADER.encode("utf-16-le"), "not UTF-8 text"),
        (HEADER.encode() + bytes(range(256)), "t.csv"),
        (HEADER + '"1,2,3,4,5,6\n' + ROW * 40_000, "field larger than field limit"),
    ],
)
def test_bad_csv(tmp_path, text, problem):
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    assert problem in str(caught.value)
    assert "t.csv" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bad_paths(tmp_path):
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    cases = [
        (tmp_path / "none.csv", "no such file"),
        (tmp_path / "none.npz", "no such file"),
        (folder, "is a directory"),
        (tmp_path / "motion.txt", "extension '.txt' is unknown; allowed: a .csv or .npz file"),
        (tmp_path / "motion", "extension '' is unknown"),
    ]
    for path, problem in cases:
        with pytest.raises(InputError) as caught:
            read_trajectory(path, 2)
        assert problem in str(caught.value)
    with pytest.raises(InputError, match=r"extension '\.txt' is unknown"):
        write_trajectory(tmp_path / "motion.txt", random_states(planar(1), 1, 0))
    assert [p.name for p in tmp_path.iterdir()] == ["folder.csv"]


GOOD = np.zeros((3, 2))


@pytest.mark.parametrize(
    ("arrays", "problem"),
    [
        ({"q": GOOD, "qd": GOOD}, "t.npz: qdd: missing"),
        ({"q": GOOD, "qd": GOOD, "qdd": GOOD, "t": GOOD}, "t.npz: t: unknown array"),
        ({"q": GOOD, "qd": GOOD, "qdd": GOOD[:2]}, "t.npz: qdd: 2 rows, but q has 3"),
        ({"q": GOOD.T, "qd": GOOD, "qdd": GOOD}, "t.npz: q: shape (2, 3)"),
        ({"q": GOOD[0], "qd": GOOD, "qdd": GOOD}, "t.npz: q: shape (2,)"),
        ({"q": GOOD[:0], "qd": GOOD[:0], "qdd": GOOD[:0]}, "t.npz: q: shape (0, 2)"),
        ({"q": GOOD, "qd": GOOD * np.nan, "qdd": GOOD}, "t.npz: qd[0, 0]: nan is not finite"),
        ({"q": GOOD, "qd": GOOD.astype(str), "qdd": GOOD}, "t.npz: qd: type <U"),
        ({"q": GOOD, "qd": GOOD * 1j, "qdd": GOOD}, "t.npz: qd: type complex128"),
        ({"q": GOOD.astype(object), "qd": GOOD, "qdd": GOOD}, "t.npz: holds Python objects"),
    ],
)
def test_bad_npz(tmp_path, arrays, problem):
    path = tmp_path / "t.npz"
    np.savez(path, **arrays)
    with pytest.raises(InputError) as caught:
        read_trajectory(path, 2)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_npz_that_is_none(tmp_path):
    path = tmp_path / "t.npz"
    np.savez(path, q=GOOD, qd=GOOD, qdd=GOOD)
    whole = path.read_bytes()
    np.save(tmp_path / "bare.npy", GOOD)
    bare = (tmp_path / "bare.npy").read_bytes()
    for content in (b"", b"hello", whole[:200], whole[: len(whole) // 2], bare):
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"t\.npz: "):
            read_trajectory(path, 2)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_damaged_npz(tmp_path, save):
    path = tmp_path / "t.npz"
    save(path, q=GOOD, qd=GOOD, qdd=GOOD)
    whole = path.read_bytes()
    assert read_trajectory(path, 2).points == 3
    for start in range(0, len(whole), 7):
        path.write_bytes(whole[:start] + b"xxxxx" + whole[start + 5 :])
        with contextlib.suppress(InputError):
            read_trajectory(path, 2)


def test_npz_of_an_impossible_size(tmp_path):
    path = tmp_path / "t.npz"
    np.savez(path, q=GOOD, qd=GOOD, qdd=GOOD)
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("q", "qd", "qdd"):
            header = io.BytesIO()
            shape = {"descr": "<f8", "fortran_order": False, "shape": (10**13, 2)}
            np.lib.format.write_array_header_1_0(header, shape)
            archive.writestr(f"{name}.npy", header.getvalue())
    with pytest.raises(InputError, match=r"t\.npz: does not fit in memory"):
        read_trajectory(path, 2)


def test_integers_and_single_precision_are_taken_from_npz(tmp_path):
    path = tmp_path / "t.npz"
    np.savez(path, q=np.ones((1, 2), dtype=np.int16), qd=np.float32(GOOD[:1]), qdd=GOOD[:1])
    motion = read_trajectory(path, 2)
    assert motion.q.dtype == np.float64
    assert motion.q.tolist() == [[1, 1]]


def test_a_large_csv_is_held_once(tmp_path):
    """The text, 7 MB, must not be in memory, nor the numbers twice."""
    path = tmp_path / "large.csv"
    numbers = np.random.default_rng(0).uniform(size=(60_000, 6))
    write_csv(path, column_names(2), numbers)
    assert path.stat().st_size > 6_000_000
    tracemalloc.start()
    motion = read_trajectory(path, 2)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    np.testing.assert_array_equal(motion.q, numbers[:, :2])
    assert peak < numbers.nbytes + 6_000_000


def test_write_csv_is_exact_and_whole(tmp_path):
    path = tmp_path / "tau.csv"
    write_csv(path, ["tau1"], np.array([[0.1], [-1e-300]]))
    assert path.read_text() == "tau1\n0.1\n-1e-300\n"
    write_trajectory(path, Trajectory(GOOD, GOOD, GOOD))
    assert path.read_text().startswith(HEADER)


@pytest.mark.parametrize("entry", ["1_000", "١", "１", "0x1", "1e", "1,5", "1 2", ".", "1\xa0"])
def test_a_number_is_written_as_everybody_writes_it(tmp_path, entry):
    with pytest.raises(InputError, match=r"line 2, column 'q2': .* is not a number"):
        read(tmp_path, HEADER + f'1,"{entry}",3,4,5,6\n')


@pytest.mark.parametrize("entry", ["nan", "inf", "-Infinity", "1e999"])
def test_a_number_is_finite(tmp_path, entry):
    with pytest.raises(InputError, match=r"line 2, column 'q2': .* is not finite"):
        read(tmp_path, HEADER + f"1,{entry},3,4,5,6\n")


def archive(path, members, compression=zipfile.ZIP_STORED):
    """An archive of these (name, content); an array is written as numpy does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of a name that stands twice
        with zipfile.ZipFile(path, "w", compression) as file:
            for name, content in members:
                if isinstance(content, np.ndarray):
                    stream = io.BytesIO()
                    np.save(stream, content)
                    content = stream.getvalue()
                file.writestr(name, content)


ALL = [(f"{name}.npy", GOOD) for name in ("q", "qd", "qdd")]


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ([*ALL, ALL[1]], "t.npz: qd: stands twice"),
        ([*ALL[:2], ("qdd.npy", b"no array")], "t.npz: qdd: is no array"),
        ([*ALL[:2], ("qdd", b"no array")], "t.npz: qdd: is no array"),
        ([*ALL[:2], ("qdd.npy", b"")], "t.npz: "),
        ([*ALL, ("readme.txt", b"hello")], "t.npz: readme.txt: unknown array"),
    ],
)
def test_what_an_archive_must_not_hold(tmp_path, members, problem):
    archive(tmp_path / "t.npz", members)
    with pytest.raises(InputError) as caught:
        read_trajectory(tmp_path / "t.npz", 2)
    assert problem in str(caught.value)


def test_a_file_that_is_no_archive_is_called_that(tmp_path):
    for content in (b"", b"hello", b"q1,q2\n1,2\n", bytes(2000)):
        (tmp_path / "t.npz").write_bytes(content)
        with pytest.raises(InputError, match=r"t\.npz: not an NPZ file"):
            read_trajectory(tmp_path / "t.npz", 2)


@pytest.mark.parametrize("compression", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_damage_of_any_compression_is_told(tmp_path, compression):
    path = tmp_path / "t.npz"
    archive(path, ALL, compression)
    whole = path.read_bytes()
    assert read_trajectory(path, 2).points == 3
    for start in range(0, len(whole), 5):
        path.write_bytes(whole[:start] + b"xxxxx" + whole[start + 5 :])
        with contextlib.suppress(InputError):
            read_trajectory(path, 2)


@pytest.mark.parametrize("rows", [10**20, -1])
def test_a_header_may_claim_anything(tmp_path, rows):
    header = io.BytesIO()
    shape = {"descr": "<f8", "fortran_order": False, "shape": (rows, 2)}
    np.lib.format.write_array_header_1_0(header, shape)
    archive(tmp_path / "t.npz", [*ALL[:2], ("qdd.npy", header.getvalue())])
    with pytest.raises(InputError, match=r"t\.npz: "):
        read_trajectory(tmp_path / "t.npz", 2)


def test_torques_may_stand_in_the_place_of_accelerations(tmp_path):
    assert column_names(1, ("q", "tau")) == ["q1", "tau1"]
    (tmp_path / "t.csv").write_text("q1,tau1,qd1\n1,3,2\n")
    found = read_driven_states(tmp_path / "t.csv", 1)
    assert [array.tolist() for array in found] == [[[1.0]], [[2.0]], [[3.0]]]
    (tmp_path / "t.csv").write_text("q1,qd1\n1,2\n")
    with pytest.raises(InputError, match="column 'tau1' is missing"):
        read_driven_states(tmp_path / "t.csv", 1)
