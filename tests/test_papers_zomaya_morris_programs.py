"""The occam programs of Zomaya and Morris (1989) on emulated transputers, against golden."""

import numpy as np
import pytest

from occam.program import Checks
from tests.paper_programs import SINGLE_PRECISION, execute, rounds

PROGRAMS = ("newton_euler", "scsnea", "pscsnea")
PARTS = ("T800", "T414")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_torques_of_300_points_are_golden_s_to_single_precision(name, part):
    run = execute(name, 300, part=part)
    assert run.error < SINGLE_PRECISION
    # A program that sent zeros would be far off: gravity alone asks for a fifth of the limit.
    assert np.abs(run.torques[:, 1]).max() > 40


@pytest.mark.parametrize("part", PARTS)
def test_the_parallel_program_computes_the_very_bits_of_the_serial_one(part):
    serial, parallel = (execute(name, 40, part=part) for name in ("scsnea", "pscsnea"))
    assert np.array_equal(serial.torques, parallel.torques)


@pytest.mark.parametrize("name", PROGRAMS)
def test_checks_cost_time_and_change_no_bit(name):
    runs = [execute(name, 10, checks=checks, log=True) for checks in Checks]
    for run in runs[1:]:
        assert np.array_equal(run.torques, runs[0].torques)
    times = [run.milliseconds_per_point() for run in runs]
    assert times == sorted(times, reverse=True)
    assert times[0] > 1.01 * times[-1]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_second_run_takes_the_same_cycles(name):
    first, second = (execute(name, 5, log=True) for _ in range(2))
    assert first.cycles == second.cycles
    assert first.events == second.events


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_point_is_a_trajectory(name):
    assert execute(name, 1).error < SINGLE_PRECISION


def test_the_modules_exchange_what_section_7_says():
    """Rounds of P1, P2 and P3 for one point; what is sent at once may fall into one round."""
    run = execute("pscsnea", 2, log=True)
    phase_1 = [(["P2", "P3"], ["P2"])] * 6
    phase_2 = [([], ["P3"]), ([], ["P3"]), (["P2"], [])] * 6
    assert rounds(run, "P1")[-25:] == [([], ["P0"]), *phase_1, *phase_2]
    phase_1 = [(["P1", "P3"], ["P1"]), ([], ["P3"]), (["P3"], [])] * 6
    phase_2 = [([], ["P1"]), (["P0"], [])] * 6
    assert rounds(run, "P2")[-31:] == [([], ["P0"]), *phase_1, *phase_2]
    phase_1 = [([], ["P1", "P2"]), (["P2"], []), ([], ["P2"])] * 6
    phase_2 = [(["P1"], []), (["P1"], [])] * 6
    assert rounds(run, "P3")[-31:] == [([], ["P0"]), *phase_1, *phase_2]
