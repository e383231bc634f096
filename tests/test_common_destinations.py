"""Destinations are refused before any work, and nothing is written over what is read."""

import pytest

from common.destinations import check_outputs, robot_file
from common.errors import InputError


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.toml").write_text("")
    (tmp_path / "sub").mkdir()
    return tmp_path


def test_new_and_old_files_pass(folder):
    (folder / "old.json").write_text("{}")
    check_outputs(
        {"--json": "new.json", "--waves": "old.json", "--output": None},
        {"the robot": "arm.toml", "the trajectory": None},
    )
    assert (folder / "old.json").read_text() == "{}"
    assert not (folder / "new.json").exists()


@pytest.mark.parametrize("path", ["arm.toml", "./arm.toml", "sub/../arm.toml", "link.toml"])
def test_what_is_read_is_not_written(folder, path):
    (folder / "link.toml").symlink_to("arm.toml")
    with pytest.raises(InputError) as caught:
        check_outputs({"--json": path}, {"the robot": "arm.toml"})
    assert str(caught.value) == f"--json: {path!r} is the robot; allowed: another file"


def test_what_is_read_through_a_link_is_not_written(folder):
    (folder / "link.toml").symlink_to("arm.toml")
    with pytest.raises(InputError, match="is the robot"):
        check_outputs({"--json": "arm.toml"}, {"the robot": "link.toml"})


def test_two_outputs_are_two_files():
    with pytest.raises(InputError) as caught:
        check_outputs({"--waves": "x.fst", "--json": "sub/../x.fst"}, {})
    assert "--json: 'sub/../x.fst' is the file of --waves" in str(caught.value)


@pytest.mark.parametrize(
    ("path", "problem"),
    [("sub", "is a directory"), ("no/x", "folder does not exist"), ("", "is a directory")],
)
def test_no_file_can_be_there(path, problem):
    with pytest.raises(InputError, match=problem):
        check_outputs({"--json": path}, {})


@pytest.mark.parametrize(
    ("robot", "file"),
    [("puma560", None), (None, None), ("arm.toml", "arm.toml"), ("a/b.toml", "a/b.toml")],
)
def test_an_arm_by_name_is_no_file(robot, file):
    assert robot_file(robot) == file


def test_a_file_named_like_an_arm_may_be_written(folder):
    (folder / "puma560").write_text("")
    check_outputs({"--json": "puma560"}, {"the robot": robot_file("puma560")})
