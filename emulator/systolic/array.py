"""The integers on the nodes of a systolic array, for batches of inputs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from common.arrays import Integers
from common.errors import InputError
from dataflow.design import Design
from dataflow.operators import Operator
from emulator.systolic.array_calls import translated
from emulator.systolic.ranges import check_ranges
from emulator.systolic.workspace import Plan, Workspace, planned

CHUNK = 512
"""Points at once: so many that an instruction costs what its arithmetic does, so few that their
rows stay in the cache."""


class SystolicArray:
    """What a design computes, to the bit, by `dataflow.operation` alone.

    Objects keep their memory between calls and so must not be shared by threads; `outputs` spreads
    a batch over several itself.

    Raises
    ------
    ValueError
        If an operation contradicts itself, or may pass 64 bits on the way to its result.
    """

    def __init__(self, design: Design) -> None:
        check_ranges(design)
        self.design = design
        self.ports = [port.operation for port in design.inputs]
        self.results = [port.operation for port in design.outputs]
        self.constants = {
            o.index: o.constant for o in design.operations if o.operator is Operator.CONSTANT
        }
        self.calls = translated(design)
        self._outputs = [Runner(planned(self.calls, self.ports, self.results))]
        self._nodes: Runner | None = None

    def outputs(self, inputs: npt.ArrayLike, cores: int = 1) -> Integers:
        """Return the integers on the outputs.

        Parameters
        ----------
        inputs
            Integers, shape (points, inputs), in the order of ``design.inputs``.
        cores
            Threads that share the batch, each with memory of its own; the result is the same.

        Returns
        -------
        Shape (points, outputs), in the order of ``design.outputs``.

        Raises
        ------
        InputError
            If the shape is another, or a number is not an integer or not in its port's format; it
            names row (counted from 1) and port. If ``cores`` is less than 1.
        """
        if cores < 1:
            raise InputError("cores", str(cores), "1 or more")
        integers = checked_inputs(self.design, inputs)
        result = np.empty((len(integers), len(self.results)), dtype=np.int64)
        while len(self._outputs) < cores:
            self._outputs.append(Runner(self._outputs[0].plan))
        parts = [
            (runner, integers[first:last], result[first:last])
            for runner, (first, last) in zip(
                self._outputs, _shares(len(integers), cores), strict=False
            )
        ]
        if cores == 1:
            self._fill(*parts[0])
        else:
            with ThreadPoolExecutor(cores) as pool:
                list(pool.map(lambda part: self._fill(*part), parts))
        return result

    def _fill(self, runner: Runner, inputs: Integers, result: Integers) -> None:
        """Write the outputs of some inputs."""
        for begin, rows in runner.chunks(inputs):
            chunk = result[begin : begin + rows.shape[1]]
            for column, node in enumerate(self.results):
                chunk[:, column] = (
                    self.constants[node]
                    if node in self.constants
                    else rows[runner.plan.row_of[node]]
                )

    def node_values(self, inputs: npt.ArrayLike) -> Integers:
        """Return the integer on every operation's result, ports and constants too.

        Parameters
        ----------
        inputs
            As for `outputs`.

        Returns
        -------
        Shape (operations, points), by `Operation.index`.

        Raises
        ------
        InputError
            As for `outputs`.
        """
        integers = checked_inputs(self.design, inputs)
        operations = len(self.design.operations)
        result = np.empty((operations, len(integers)), dtype=np.int64)
        for index, constant in self.constants.items():
            result[index] = constant
        computed = [i for i in range(operations) if i not in self.constants]
        if self._nodes is None:
            self._nodes = Runner(planned(self.calls, self.ports, computed))
        places = [self._nodes.plan.row_of[i] for i in computed]
        for begin, rows in self._nodes.chunks(integers):
            result[computed, begin : begin + rows.shape[1]] = rows[places]
        return result


class Runner:
    """Runs a plan chunk after chunk in the same memory."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.space = Workspace(plan, CHUNK)

    def chunks(self, inputs: Integers) -> Iterator[tuple[int, Integers]]:
        """Yield for each chunk its first point and, until the next one, its rows.

        The plan's first rows are those of the inputs.
        """
        for begin in range(0, len(inputs), CHUNK):
            chunk = inputs[begin : begin + CHUNK]
            self.space.rows[: inputs.shape[1], : len(chunk)] = chunk.T
            self.space.run(len(chunk))
            yield begin, self.space.rows[:, : len(chunk)]


def _shares(points: int, parts: int) -> list[tuple[int, int]]:
    """Return where each of several equal parts of a batch begins and ends."""
    ends = [points * part // parts for part in range(parts + 1)]
    return list(itertools.pairwise(ends))


def checked_inputs(design: Design, inputs: npt.ArrayLike) -> Integers:
    """Return inputs as 64-bit integers, if each is in its port's format."""
    array = np.asarray(inputs)
    ports = design.inputs
    if array.ndim != 2 or array.shape[1] != len(ports):
        raise InputError("inputs", f"shape {array.shape}", f"(points, {len(ports)})")
    if array.dtype.kind not in "iu":
        raise InputError("inputs", f"numbers of type {array.dtype}", "integers, as encode gives")
    lowest = np.array([port.format.lowest for port in ports])
    highest = np.array([port.format.highest for port in ports])
    outside = (array < lowest) | (array > highest)
    if outside.any():
        row, column = np.argwhere(outside)[0]
        port = ports[column]
        raise InputError(
            f"inputs row {row + 1}, {port.name}",
            f"{array[row, column]}",
            f"{port.format.lowest} to {port.format.highest}",
        )
    return array.astype(np.int64, copy=False)
