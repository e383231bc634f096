"""`torqueflow trajectory`: motions that stay within the limits, and how bad requests end."""

import numpy as np
import pytest

from golden.load import load_robot
from golden.motion_file import read_motion


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return command_line


POSITIONS = ["0,0,0,0,0,0", "1,-0.5,0.3,0.2,0.1,0.4", "0.5,0.2,0,0,0,1"]


def vias(positions):
    return [word for text in positions for word in ("--via", text)]


@pytest.mark.parametrize(
    "options",
    [
        ["--points", 400, "--seed", 3],
        ["--kind", "point-to-point", "--points", 400, *vias(POSITIONS[:2])],
        ["--kind", "spline", "--points", 400, *vias(POSITIONS)],
    ],
)
def test_a_motion_is_within_the_limits_and_is_one(run, options):
    status, out, err = run("trajectory", "puma560", "-o", "m.npz", *options)
    assert (status, err) == (0, "")
    assert out.startswith("m.npz: ")
    puma = load_robot("puma560")
    found = read_motion("m.npz", puma).arrays
    time = found["t"][:, 0]
    assert time[0] == 0
    assert len(time) == 400
    speed = np.abs(found["qd"]) / puma.velocity_limits
    push = np.abs(found["qdd"]) / puma.acceleration_limits
    assert max(speed.max(), push.max()) <= 1
    assert max(speed.max(), push.max()) > 0.9  # as fast as can be
    lower, upper = puma.position_limits.T
    assert np.all((found["q"] >= lower) & (found["q"] <= upper))
    for rate, of in (("qd", "q"), ("qdd", "qd")):
        middle = (found[rate][1:] + found[rate][:-1]) / 2
        gathered = np.cumsum(middle * np.diff(time)[:, None], axis=0)
        change = found[of][1:] - found[of][0]
        assert np.abs(gathered - change).max() < 0.05 * np.abs(change).max()
    assert run("dynamics", "puma560", "--trajectory", "m.npz")[0] == 0


def test_a_spline_goes_through_its_positions_in_degrees(run):
    run("trajectory", "machado_2r", "-o", "m.csv", "--kind", "spline", "--degrees",
        "--via", "0,0", "--via", "30,60", "--via", "0,90", "--points", 5001)  # fmt: skip
    q = read_motion("m.csv", load_robot("machado_2r")).arrays["q"]
    np.testing.assert_allclose(q[[0, -1]], np.deg2rad([[0, 0], [0, 90]]), atol=1e-12)
    assert np.abs(q - np.deg2rad([30, 60])).max(axis=1).min() < 1e-3


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ([], "-o: missing"),
        (["-o", "m.txt"], "extension '.txt' is unknown"),
        (["-o", "no/m.csv"], "its folder does not exist"),
        (["-o", "m.csv", "--kind", "circle"], "--kind: 'circle' is unknown"),
        (["-o", "m.csv", "--points", "0"], "--points: 0; allowed: 1 to"),
        (["-o", "m.csv", "--seed", "-1"], "seed: -1"),
        (["-o", "m.csv", "--via", POSITIONS[0]], "--via: 1 positions for --kind random"),
        (["-o", "m.csv", "--kind", "spline"], "--via: 0 positions for --kind spline"),
        (["-o", "m.csv", "--kind", "spline", *vias(POSITIONS), "--seed", "2"], "--seed: given"),
        (["-o", "m.csv", "--kind", "point-to-point", *vias(POSITIONS)], "--via: 3 positions"),
        (["-o", "m.csv", "--kind", "spline", *vias(["0,0", "1,1"])], "--via: '0,0'; allowed: 6"),
        (["-o", "m.csv", "--kind", "spline", *vias(["0,0,0,0,0,x"] * 2)], "--via: '0,0,0,0,0,x'"),
        (["-o", "m.csv", "--kind", "spline", *vias(["9,0,0,0,0,0"] * 2)], "via[0][0]: 9"),
        (["-o", "m.csv", "--kind", "spline", *vias(POSITIONS[:1] * 2)], "is the position before"),
    ],
)
def test_bad_requests(run, tmp_path, options, problem):
    status, out, err = run("trajectory", "puma560", *options)
    assert (status, out) == (2, "")
    assert problem in err
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_spline_that_swings_out_of_the_limits_is_refused(run):
    most = np.rad2deg(load_robot("machado_2r").position_limits[0, 1]) - 1e-6
    via = vias(["0,0", f"{most},0", f"{most - 1e-3},1"])
    _, _, err = run(
        "trajectory", "machado_2r", "-o", "m.csv", "--kind", "spline", "--degrees", *via
    )
    assert "via: between them joint 1 goes to" in err
