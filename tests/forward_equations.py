"""The Stanford arm's equations in blocks, traced once for the tests that cut and run them."""

from functools import cache

from dataflow.tasks.blocks import BLOCKS, Equations, equations_of
from dataflow.tasks.operation_times import OperationTimes
from dataflow.tasks.partition import partition
from dataflow.tasks.pieces import Partition
from golden.load import load_robot

PAPER = (1, 2, 3, 3, 1)
"""Processors of M, k, q, L, x: the assignment that comes nearest to the paper."""


@cache
def stanford(form: str = "jacobian", named: bool = True) -> Equations:
    return equations_of(load_robot("stanford"), form, named=named)


def cut(*numbers: int, form: str = "jacobian", named: bool = True, **more) -> Partition:
    assignment = dict(zip(BLOCKS, numbers, strict=True))
    return partition(stanford(form, named), assignment, OperationTimes(), **more)
