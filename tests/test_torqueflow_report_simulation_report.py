"""How a simulation's report reads, on wide and narrow screens, good and bad."""

import io

import pytest
from rich.console import Console

from common.tables import show, table
from torqueflow.report.simulation_report import cycles, print_report

SYSTEM = "recursive Lagrangian on a pipeline of very many transputers"

REPORT = {
    "robot": "Two [arms]",
    "algorithm": "lagrangian",
    "topology": "ring",
    "ii": 4,
    "width": 18,
    "points": 2,
    "simulator": "icarus",
    "latency_cycles": 50,
    "cycles_total": 55,
    "bit_mismatches": 0,
    "cycle_mismatches": 0,
    "clipped": 0,
    "torque_error_max": [1.25e-4, 2.5e-5],
    "torque_error_rms": [1e-4, 1.5e-5],
    "torque_error_bound": [2e-3, 3e-4],
    "torque_limit": [40.0, 123.456],
    "torque_error_relative": [3.125e-6, 2e-7],
    "outputs": [
        {
            "name": "tau1",
            "joint": 1,
            "unit": "N m",
            "error_max": 1.25e-4,
            "error_rms": 1e-4,
            "error_bound": 2e-3,
            "limit": 40.0,
        },
        {
            "name": "tau2",
            "joint": 2,
            "unit": "N",
            "error_max": 2.5e-5,
            "error_rms": 1.5e-5,
            "error_bound": 3e-4,
            "limit": 123.456,
        },
    ],
    "operations": {"multiply": 6, "scale": 8, "add": 9},
    "units": {"multiplier": 2, "adder": 5},
    "luts_estimate": 1234,
    "flip_flops_estimate": 56,
    "register_bits": 3776,
    "memory_bits": 16796,
    "paper_timings": [
        {
            "paper": "Long and Longer 1990",
            "system": SYSTEM,
            "seconds": 2e-3,
            "cycles": 40000,
            "arm": "",
            "basis": "measured",
        },
        {
            "paper": "Other 1991",
            "system": "unknown clock",
            "seconds": 7.72e-3,
            "cycles": None,
            "arm": "",
            "basis": "theory",
        },
    ],
    "wall_seconds": 1.5,
    "checks_hold": True,
    "shortfalls": [],
}


def printed(width=110, **changes):
    screen = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    print_report(screen, {**REPORT, **changes}, "torque")
    assert screen.width == width
    return screen.file.getvalue()


def lines(width=110, **changes):
    return [" ".join(line.split()) for line in printed(width, **changes).splitlines()]


def test_all_that_is_reported():
    assert lines()[:10] == [
        "robot Two [arms], 2 points",
        "ring lagrangian, 18 bits, in icarus",
        "latency 50 clock cycles, angles to torques",
        "initiation interval 4 clock cycles",
        "total 55 clock cycles",
        "RTL against emulator 0 bit mismatches, 0 cycle mismatches",
        "checks all hold",
        "operations 6 products, 8 products with constants, 9 additions",
        "units 2 multipliers, 5 adders (sines, constants included)",
        "on an ECP5 about 1,234 look-up tables, 56 flip-flops (estimated)",
    ]
    assert "state 3776 register bits, 16796 memory bits" in lines()
    assert "1 1.25e-04 1.00e-04 2.00e-03 40 N m 3.1e-06" in lines()
    assert "2 2.50e-05 1.50e-05 3.00e-04 123.456 N 2.0e-07" in lines()
    assert "Other 1991 unknown clock 7,720.00 us theory" in lines(width=200)
    assert f"Long and Longer 1990 {SYSTEM} 40000 2,000.00 us measured" in lines(width=200)


def test_a_derived_time_has_three_digits_and_the_papers_arm():
    timing = REPORT["paper_timings"][0] | {
        "seconds": 2e-3 / 0.42, "cycles": 95238, "arm": "PUMA 560", "basis": "derived",
    }  # fmt: skip
    text = lines(width=200, paper_timings=[timing])
    assert f"Long and Longer 1990, PUMA 560 {SYSTEM} 95200 4,760.00 us derived" in text


def test_a_ring_that_is_none_says_so():
    assert "note this is no ring" in lines(notes=["this is no ring"])
    assert not any(line.startswith("note") for line in lines(notes=[]))


def test_cycles_at_two_clocks():
    # 50 and 4 cycles of 50 ns and of 10 ns.
    for row in (
        "torqueflow this ring, latency at 20 MHz 50 2.50 us",
        "torqueflow this ring, latency at 100 MHz 50 0.50 us",
        "torqueflow this ring, interval at 20 MHz 4 0.20 us",
        "torqueflow this ring, interval at 100 MHz 4 0.04 us",
    ):
        assert f"{row} simulated" in lines()


@pytest.mark.parametrize("width", [20, 40, 60, 80, 110, 200])
def test_no_digit_is_cut_off(width):
    text = printed(width)
    for number in ("1.25e-04", "3.00e-04", "123.456", "2.0e-07", "40000", "2,000.00 us"):
        assert f" {number}" in text
    for heading in ("proved bound", "largest / limit", "cycles"):
        assert heading in text


def test_the_usual_terminal_is_wide_enough():
    assert max(len(line.rstrip()) for line in printed(80).splitlines()) <= 80


def test_what_fell_short_is_named():
    text = lines(bit_mismatches=3, shortfalls=["3 bit mismatches", "torque 2 beyond"])
    assert "RTL against emulator 3 bit mismatches, 0 cycle mismatches" in text
    assert "checks FELL SHORT: 3 bit mismatches; torque 2 beyond" in text
    assert "checks all hold" not in text


def test_clipped_inputs_are_told():
    assert "clipped 7 input values; so errors are not held to their bound" in lines(clipped=7)
    assert not any(line.startswith("clipped") for line in lines())


def test_results_that_belong_to_no_joint_are_named():
    outputs = [
        dict(o, name=name, joint=None) for o, name in zip(REPORT["outputs"], "xy", strict=True)
    ]
    text = lines(outputs=outputs)
    assert "x 1.25e-04 1.00e-04 2.00e-03 40 N m 3.1e-06" in text
    assert "output largest rms proved bound limit unit largest / limit" in text


def test_an_array_without_torques():
    nothing = [None, None]
    text = lines(
        latency_cycles=None,
        outputs=[dict(o, error_max=None, error_rms=None) for o in REPORT["outputs"]],
        torque_error_relative=nothing,
    )
    assert "latency unknown, no torques came, angles to torques" in text
    assert "1 - - 2.00e-03 40 N m -" in text
    assert not any("latency at" in line for line in text)
    assert "torqueflow this ring, interval at 20 MHz 4 0.20 us simulated" in text


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 clock cycles"), (1, "1 clock cycle"), (2, "2 clock cycles")]
)
def test_one_cycle_is_no_plural(count, text):
    assert cycles(count) == text


def test_a_table_wider_than_the_screen_keeps_its_rows():
    screen = Console(file=io.StringIO(), width=10)
    shown = table("t", "name", "number", "number")
    shown.add_row("long name", "1234567890", "0.000123456")
    show(screen, shown)
    rows = screen.file.getvalue().splitlines()
    assert rows[-1].split() == ["long", "name", "1234567890", "0.000123456"]
