"""A value is there from when its task ends; a task sees what was there when it began."""

import pytest

from dataflow.tasks.graph import Task
from dataflow.tasks.memory import Memory, ReadTooEarly

ONE = Task(1, "(1/1)", (), ("a",), compute=lambda _: {"a": 5})
TWO = Task(2, "(2/1)", ("a",), ("b",), compute=lambda values: {"b": values["a"] + 1})


def test_values_pass_from_task_to_task():
    memory = Memory()
    memory.do(ONE)
    memory.do(TWO)
    assert memory.values == {"a": 5, "b": 6}


def test_a_value_is_not_there_before_its_task_ends():
    memory = Memory()
    memory.begin(ONE)
    with pytest.raises(ReadTooEarly) as caught:
        memory.begin(TWO)
    assert str(caught.value) == "task 2 (2/1) reads a before it is written"
    assert (caught.value.task, caught.value.value) == (TWO, "a")


def test_a_task_computes_with_what_it_saw():
    memory = Memory()
    memory.do(ONE)
    memory.begin(TWO)
    memory.values["a"] = 100
    memory.end(TWO)
    assert memory.values["b"] == 6


def test_a_task_without_a_rule_still_writes():
    memory = Memory()
    memory.do(Task(3, "(3)", (), ("c", "d")))
    assert set(memory.values) == {"c", "d"}
