"""Files appear as a whole or not at all."""

import json
import math
import stat

import pytest

from common.errors import InputError
from common.files import atomic_write, write_json


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "report"
    path.write_text("old")

    def fail():
        with atomic_write(path) as file:
            file.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_success_replaces_it(tmp_path):
    path = tmp_path / "report"
    path.write_text("old")
    with atomic_write(path) as file:
        file.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) & 0o400
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_are_those_of_any_new_file(tmp_path):
    (tmp_path / "plain").write_text("")
    with atomic_write(tmp_path / "report"):
        pass
    assert (tmp_path / "report").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_bad_places(tmp_path):
    with pytest.raises(InputError, match="is a directory"), atomic_write(tmp_path):
        pass
    with pytest.raises(InputError, match="folder does not exist"):
        write_json(tmp_path / "none" / "x.json", {})


def test_json(tmp_path):
    path = tmp_path / "x.json"
    for data in ({"a": [1, 2.5], "b": "ä"}, {}, [{"a": 1}, {"b": None}], []):
        write_json(path, data)
        assert json.loads(path.read_text("utf-8")) == data
    with pytest.raises(ValueError, match="Out of range"):
        write_json(path, {"a": math.nan})
    assert json.loads(path.read_text("utf-8")) == []
