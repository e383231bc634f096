"""Waves that one can read: decoded rows are the numbers that went in and came out."""

import math
import re
import subprocess

import numpy as np
import pytest

from dataflow.build import build_array
from dataflow.numbers.ports import encode
from emulator.systolic import SystolicArray
from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_trajectory
from hdl.bench.files import words
from hdl.simulate.rows import SIDES, rows_of, scope_of, with_rows
from hdl.simulate.simulator import Simulation
from hdl.simulate.tools import VIEWS
from hdl.simulate.views import view_of
from hdl.verilog import sheet
from torqueflow.cli.main import main
from torqueflow.report.comparison import stimulus

ARM = load_robot("machado_2r")
DESIGN = build_array(ARM, "newton-euler", 18)
MOTION = random_trajectory(ARM, 12, 1)
ROWS = rows_of(DESIGN, ["shoulder", "elbow joint"])


def test_a_row_has_port_joint_and_unit():
    assert [row.name for row in ROWS] == [
        "q1_shoulder_rad", "q2_elbow_joint_rad", "qd1_shoulder_rad_s", "qd2_elbow_joint_rad_s",
        "qdd1_shoulder_rad_s2", "qdd2_elbow_joint_rad_s2", "tau1_shoulder_N_m",
        "tau2_elbow_joint_N_m",
    ]  # fmt: skip
    assert ROWS[0].step == 2 * math.pi * DESIGN.inputs[0].format.resolution


def test_rows_share_the_payload_without_a_gap():
    for side in SIDES:
        own = [row for row in ROWS if row.side == side]
        assert [row.low for row in own] == [0, *(row.high + 1 for row in own[:-1])]
        assert own[-1].high + 1 == sheet(DESIGN)[side]["payload_bits"]


def test_nameless_joints_have_their_ports_names():
    assert [row.name for row in rows_of(DESIGN)][:2] == ["q1_rad", "q2_rad"]


def test_another_module_is_refused():
    with pytest.raises(ValueError, match="no module"):
        with_rows("module other;\nendmodule\n", DESIGN, ROWS)


STATES = {name: getattr(MOTION, name) for name in ("q", "qd", "qdd")}
GOLDEN = inverse_dynamics(ARM, MOTION.q, MOTION.qd, MOTION.qdd)


def player(lines):
    """A stand-in for the machine that only shows payloads, a pair a line, and prints all rows."""
    told = sheet(DESIGN)
    ports = ", ".join(told[side][name] for side in SIDES for name in ("valid", "payload"))
    widths = {side: told[side]["payload_bits"] for side in SIDES}
    rows = [f"{scope_of(row.side)}.{row.name}" for row in ROWS]
    return "\n".join(
        [
            f"module {DESIGN.module}({ports});",
            *(
                f"output reg {told[side]['valid']}; "
                f"output reg [{widths[side] - 1}:0] {told[side]['payload']};"
                for side in SIDES
            ),
            "initial begin",
            *(
                f"{told[side]['valid']} = {valid}; "
                f"{told[side]['payload']} = {widths[side]}'h{word};"
                + f' #1 $display("{" %.17g" * len(rows)}", {", ".join(rows)});'
                * (side == "output")
                for valid, words in lines
                for side, word in zip(SIDES, words, strict=True)
            ),
            "end",
            "endmodule",
            "",
        ]
    )


def test_rows_say_what_the_payload_says_and_keep_it(tmp_path):
    inputs = encode(DESIGN, STATES).integers
    outputs = SystolicArray(DESIGN).outputs(inputs)
    pairs = list(
        zip(
            words(DESIGN.inputs, inputs).split(), words(DESIGN.outputs, outputs).split(),
            strict=True,
        )
    )  # fmt: skip
    text = with_rows(player([(1, pair) for pair in pairs] + [(0, pairs[0])]), DESIGN, ROWS)
    (tmp_path / "rows.sv").write_text(text)
    program = tmp_path / "rows.vvp"
    subprocess.run(["iverilog", "-g2012", "-o", program, tmp_path / "rows.sv"], check=True)
    done = subprocess.run(["vvp", program], check=True, capture_output=True, text=True)
    seen = np.array([line.split() for line in done.stdout.splitlines()], dtype=float)
    assert (seen[-1] == seen[-2]).all()  # what is not valid changes nothing
    integers = np.hstack([inputs, outputs])
    assert np.allclose(seen[:-1], integers * [row.step for row in ROWS], rtol=1e-14, atol=0)


@pytest.fixture(scope="module")
def waves(tmp_path_factory):
    """Values by a signal's dotted name, one after the other, of a run in Verilator."""
    folder = tmp_path_factory.mktemp("waves")
    simulation = Simulation(DESIGN, "verilator", folder, waves=True, rows=ROWS, optimised=False)
    simulation.play(stimulus(DESIGN, encode(DESIGN, STATES), 0.0, 1))
    names, scopes, changes = {}, [], {}
    for line in simulation.waveform.read_text().splitlines():
        words = line.split()
        if line.lstrip().startswith("$scope"):
            scopes.append(words[2])
        elif line.lstrip().startswith("$upscope"):
            scopes.pop()
        elif line.lstrip().startswith("$var"):
            names.setdefault(words[3], []).append(".".join([*scopes, words[4]]))
        elif found := re.fullmatch(r"(?:r(\S+) |([01xz]))(\S+)", line):
            for name in names[found[3]]:
                changes.setdefault(name, []).append(float(found[1]) if found[1] else found[2])
    return changes


@pytest.mark.slow
def test_waves_have_the_torques_in_newton_metres(waves):
    for row, column, bound in zip(ROWS[-2:], GOLDEN.T, DESIGN.error_bounds, strict=True):
        seen = waves[f"{DESIGN.module}.{scope_of(row.side)}.{row.name}"]
        assert np.abs(np.array(seen[-MOTION.points :]) - column).max() <= bound


@pytest.mark.slow
def test_views_name_what_is_in_the_waves(waves, tmp_path):
    for suffix in VIEWS:
        assert names_of(view_of(DESIGN, ROWS, tmp_path / "run", tmp_path / f"run{suffix}")) <= {
            *waves
        }


def names_of(text):
    found = re.findall(rf"^(?:variable_add )?({DESIGN.module}\.\S+)$", text, re.MULTILINE)
    assert len(found) == 1 + 4 + len(ROWS)
    return set(found)


@pytest.mark.parametrize("suffix", VIEWS)
def test_a_view_opens_the_waves_and_has_every_row(suffix, tmp_path):
    text = view_of(DESIGN, ROWS, tmp_path / "run.fst", tmp_path / f"run{suffix}")
    assert str(tmp_path / "run.fst") in text
    told = sheet(DESIGN)
    top = DESIGN.module
    assert names_of(text) == {
        f"{top}.{told['clock']}",
        *(f"{top}.{told[side][name]}" for side in SIDES for name in ("valid", "ready")),
        *(f"{top}.{scope_of(row.side)}.{row.name}" for row in ROWS),
    }


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--view run.gtkw", "--view: there is no file of waveforms; allowed: --waves FILE beside"),
        ("--waves /dev/null --view run.gtkw", "--view: there is no file of waveforms"),
        ("--waves run.fst --view run.fst", "--view: 'run.fst'; allowed: a name that ends in .gtkw"),
        ("--waves run.fst --view run.surf.ron", "--view: 'run.surf.ron'; allowed: a name that"),
        ("--waves run.fst --view no/run.sucl", "no/run.sucl: its folder does not exist"),
    ],
)
def test_a_view_that_opens_nothing_is_refused(options, problem, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "machado_2r", "--simulator", "icarus", *options.split()])
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert err.startswith(f"error: {problem}")
    assert not list(tmp_path.iterdir())
