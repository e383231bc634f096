"""Pictures of commands: what is drawn is what was found, and comes out alike again."""

import json
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from dataflow.build import build_array
from golden.load import load_robot, robot_names
from golden.newton_euler import inverse_dynamics
from golden.trajectory import random_trajectory
from golden.trajectory_file import write_csv, write_trajectory
from torqueflow.cli.main import main
from torqueflow.pictures.curves import Panel, curves_picture, thinned, titled
from torqueflow.pictures.robot import gallery, robot_picture, shown_positions
from torqueflow.pictures.simulation import Seen, simulation_picture

ARM = load_robot("machado_2r")
MOTION = random_trajectory(ARM, 20, 1)
TORQUES = inverse_dynamics(ARM, MOTION.q, MOTION.qd, MOTION.qdd)


def texts(svg):
    """The words of a picture: matplotlib sets them as comments beside their letters."""
    ElementTree.fromstring(svg)
    return [" ".join(text.split()) for text in re.findall(r"<!-- (.*?) -->", svg.decode())]


def panels(svg):
    return len(re.findall(r'<g id="axes_\d+">', svg.decode()))


def drawn(path):
    return texts(Path(path).read_bytes())


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a command in a folder with a motion: (exit status, standard output, standard error)."""
    monkeypatch.setattr("warnings.showwarning", None)  # main() sets it; this puts it back
    monkeypatch.chdir(tmp_path)
    write_trajectory("t.csv", MOTION)

    def run(line):
        with pytest.raises(SystemExit) as caught:
            main(line.split())
        return (caught.value.code, *capsys.readouterr())

    return run


def test_a_robot_has_a_label_for_every_frame():
    arm = load_robot("puma560")
    told = texts(robot_picture(arm))
    labels = [text for text in told if re.fullmatch(r"\d(, \d)*", text)]
    frames = sorted(int(number) for label in labels for number in label.split(", "))
    assert frames == [0, 1, 2, 3, 4, 5, 6]
    q = shown_positions(arm)
    assert f"q1 = {q[0]:.3g}, q2 = {q[1]:.3g}" in " ".join(told)
    assert robot_picture(arm) == robot_picture(arm)


def test_a_gallery_has_a_panel_a_robot():
    robots = {name: load_robot(name) for name in robot_names()}
    svg = gallery(robots)
    assert set(robots) <= set(texts(svg))
    assert panels(svg) == len(robots)


@pytest.mark.parametrize("points", [3, 1000, 1001, 50_000])
def test_what_is_left_out_of_a_curve_lies_between_what_is_kept(points):
    values = np.random.default_rng(1).normal(size=points)
    kept = thinned(values)
    assert len(kept) <= 1002
    assert (np.diff(kept) > 0).all()
    assert (kept[0], kept[-1]) == (0, points - 1)
    assert values[kept].max() == values.max()
    assert values[kept].min() == values.min()


def test_a_limit_is_told_with_its_share():
    values = np.array([[1.0], [-4.0]])
    assert titled("tau1", "N m", values, 8.0) == "tau1: up to 4 N m, 50 % of 8"
    assert titled("tau1", "N m", values, np.inf) == "tau1: up to 4 N m"


@pytest.mark.parametrize(("limit", "lines"), [(4.0, 2), (100.0, 0), (np.inf, 0)])
def test_a_limit_is_drawn_where_something_comes_near(limit, lines):
    panel = Panel("tau1", "N m", np.array([[1.0], [-4.0]]), limit)
    svg = curves_picture([panel], np.arange(2.0), "point", "title").decode()
    assert svg.count("stroke-dasharray") == lines


def test_errors_stand_below_their_bound():
    design = build_array(ARM, "newton-euler", 18)
    bounds = design.error_bounds
    seen = [
        Seen(port, TORQUES[:, i] + bounds[i] / 2, TORQUES[:, i], bounds[i])
        for i, port in enumerate(design.outputs)
    ]
    svg = simulation_picture(seen, "title")
    told = texts(svg)
    assert panels(svg) == 4
    assert told.count("proved bound") == told.count("golden") == 2
    assert "error, N m" in told
    text = svg.decode()
    below = text[text.index('<g id="axes_3">') : text.index('<g id="axes_4">')]
    edges = [float(y) for y in re.findall(r"[ML] \S+ (\S+)", below[: below.index("z")])]
    height = max(edges) - min(edges)
    line = float(re.search(r'<path d="M \S+ (\S+)[^>]*stroke: #d55e00', below)[1])
    dots = re.findall(r'<use [^>]*y="(\S+)" style="fill: #0072b2', below)
    (place, times), *_ = Counter(dots).most_common()
    assert times == MOTION.points  # the legend has one more
    decades = np.log10(3e5)  # from a hundred-thousandth of the bound to thrice the bound
    assert (max(edges) - line) / height == pytest.approx(5 / decades, abs=1e-3)
    assert (float(place) - line) / height == pytest.approx(np.log10(2) / decades, abs=1e-3)


def test_dynamics_draws_a_panel_a_joint(run):
    status, _, err = run("dynamics machado_2r --trajectory t.csv --picture p.svg")
    assert (status, err) == (0, "")
    told = drawn("p.svg")
    for i in (0, 1):
        largest = np.abs(TORQUES[:, i]).max()
        assert any(f"up to {largest:.3g} N m" in text for text in told)
    assert told.count("point") == 2


def test_a_motion_with_time_is_drawn_over_seconds(run):
    write_trajectory("timed.csv", MOTION, np.arange(20) * 0.01)
    assert run("dynamics machado_2r --trajectory timed.csv --picture p.svg")[0] == 0
    assert drawn("p.svg").count("s") == 2


def test_a_matrix_has_a_panel_a_row(run):
    line = "dynamics machado_2r --trajectory t.csv --quantity mass --picture p.svg"
    assert run(line)[0] == 0
    told = drawn("p.svg")
    assert {"m1_1", "m1_2", "m2_1", "m2_2"} <= set(told)
    assert panels(Path("p.svg").read_bytes()) == 2


def test_accelerations_are_drawn(run):
    names = [f"{kind}{i}" for kind in ("q", "qd", "tau") for i in (1, 2)]
    write_csv("f.csv", names, np.hstack([MOTION.q, MOTION.qd, TORQUES]))
    line = "dynamics machado_2r --forward --torques f.csv --picture p.svg --json r.json"
    assert run(line)[0] == 0
    largest = json.loads(Path("r.json").read_text())["acceleration_max"]
    told = drawn("p.svg")
    assert all(any(f"up to {each:.3g} rad/s2" in text for text in told) for each in largest)


@pytest.mark.parametrize(
    "line",
    [
        "robots --picture all.png",
        "robots puma560 --picture arm",
        "dynamics machado_2r --trajectory t.csv --picture p.pdf",
        "dynamics machado_2r --forward --torques t.csv --picture p.pdf",
        "simulate machado_2r --picture p.svg.gz",
        "loop machado_2r --picture p.png",
    ],
)
def test_another_format_is_refused(run, line):
    status, out, err = run(line)
    assert (status, out) == (2, "")
    name = line.split()[-1]
    assert err == f"error: --picture: {name!r}; allowed: a name that ends in .svg\n"
