"""Lists of tasks from a file: each fault named with the file and the place."""

import pytest

from common.errors import InputError
from dataflow.tasks.queue_file import read_queues
from tests.task_graphs import paper_like

GRAPH = paper_like("52")
ORDER = list(GRAPH.in_order)


def test_lists_are_read(tmp_path):
    path = tmp_path / "queues.toml"
    path.write_text(f"queues = [{ORDER[:30]}, {ORDER[30:]}]")
    assert read_queues(path, GRAPH) == (tuple(ORDER[:30]), tuple(ORDER[30:]))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "queues: missing"),
        ("queues = 5", "queues: 5 is not a list"),
        ("queues = [5]", r"queues\[0\]: 5 is not a list"),
        ("queues = [[0, 'one']]", r"queues\[0\]\[1\]: 'one' is not a task"),
        ("queues = [[0], [true]]", r"queues\[1\]\[0\]: True is not a task"),
        ("queues = [[1.0]]", r"queues\[0\]\[0\]: 1.0 is not a task"),
        ("queues = []", "queues: no queue"),
        ("queues = [[0, 0]]", "queues: task 0 stands there 2 times"),
        ("queues = [[0, 1]]", r"queues: task 2 \(2/1\) is missing"),
        (f"queues = [{ORDER[::-1]}]", "queues: task 51 stands before task"),
        (f"queues = [{ORDER}]\nextra = 1", "extra: unknown field"),
        ("queues = [[", "TOML syntax: "),
    ],
)
def test_what_is_refused(tmp_path, content, problem):
    path = tmp_path / "queues.toml"
    path.write_text(content)
    with pytest.raises(InputError, match=problem) as caught:
        read_queues(path, GRAPH)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_queues(tmp_path / "none.toml", GRAPH)
    with pytest.raises(InputError, match="is a directory"):
        read_queues(tmp_path, GRAPH)
    (tmp_path / "bytes.toml").write_bytes(b"queues = \xff")
    with pytest.raises(InputError, match="not UTF-8"):
        read_queues(tmp_path / "bytes.toml", GRAPH)
