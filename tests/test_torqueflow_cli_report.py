"""`torqueflow report`: one page that needs nothing else, and the files it was made from."""

import csv
import functools
import html
import html.parser
import json
import re
import shutil
import subprocess

import numpy as np
import pytest

from golden.load import load_robot
from golden.newton_euler import inverse_dynamics
from tests.processes import PATIENCE
from torqueflow.cli.main import main

NAMES = [
    "results", "errors", "robot", "budget", "costs", "widths", "schedule", "latency", "times",
    "waves",
]  # fmt: skip
ALONE = {"meta", "circle", "path", "use", "rect", "line", "br", "link"}


class Page(html.parser.HTMLParser):
    """Tags with their attributes, and whether every one is closed."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.texts = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if tag not in ALONE:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@pytest.fixture
def run(command_line, monkeypatch, tmp_path):
    """Run `report` in a folder of its own: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    return functools.partial(command_line, "report")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The report of a small ring."""
    folder = tmp_path_factory.mktemp("report")
    options = ["--topology", "ring", "--ii", "4", "--points", "30"]
    with pytest.raises(SystemExit) as caught:
        main(["report", "machado_2r", *options, "-o", str(folder)])
    assert caught.value.code == 0
    return folder


def test_every_picture_is_there_and_none_is_empty(folder):
    text = (folder / "index.html").read_text()
    page = Page(text)
    assert page.open == []
    figures = [a["id"] for tag, a in page.tags if tag == "figure"]
    assert figures == NAMES
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) == len(NAMES)
    for picture in pictures:
        assert picture.count("<path") > 5
        assert re.search(r'aria-label="[^"]{40,}"', picture)


def test_no_name_stands_twice(folder):
    page = Page((folder / "index.html").read_text())
    names = [a["id"] for _, a in page.tags if "id" in a]
    assert len(names) == len(set(names))
    used = {
        a["xlink:href"].removeprefix("#")
        for _, a in page.tags
        if a.get("xlink:href", "").startswith("#")
    }
    assert used <= set(names)


def test_the_page_asks_for_nothing(folder):
    text = (folder / "index.html").read_text()
    page = Page(text)
    assert not [tag for tag, _ in page.tags if tag in ("script", "link", "img", "iframe")]
    assert not re.search(r"url\((?!#)|@import", text)
    links = [a["href"] for tag, a in page.tags if tag == "a"]
    assert sorted(links) == sorted(p.name for p in folder.iterdir() if p.name != "index.html")
    assert {a["src"] for _, a in page.tags if "src" in a} == set()


def test_the_files_beside_it_are_what_it_tells(folder):
    report = json.loads((folder / "simulation.json").read_text())
    assert report["checks_hold"] is True
    designs = json.loads((folder / "designs.json").read_text())
    (own,) = [d for d in designs if (d["topology"], d["ii"]) == ("ring", 4)]
    assert own["multipliers"] == report["units"]["multiplier"]
    widths = json.loads((folder / "widths.json").read_text())
    assert all(0 < row["seen"] <= row["error"] for row in widths)
    assert [row["width"] for row in widths] == sorted(row["width"] for row in widths)
    text = " ".join(Page((folder / "index.html").read_text()).texts)
    assert f"every bit of 30 points and in every one of {report['cycles_total']} cycles" in text
    assert "tau1" in (folder / "schedule.txt").read_text()


def test_points_are_the_trajectory_with_both_results(folder):
    with (folder / "points.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 30
    values = {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}
    q, qd, qdd = (
        np.stack([values[f"{kind}{joint}"] for joint in (1, 2)], axis=1)
        for kind in ("q", "qd", "qdd")
    )
    golden = inverse_dynamics(load_robot("machado_2r"), q, qd, qdd)
    bounds = json.loads((folder / "simulation.json").read_text())["torque_error_bound"]
    for joint in (1, 2):
        assert np.allclose(values[f"tau{joint}_golden"], golden[:, joint - 1], atol=1e-12)
        error = np.abs(values[f"tau{joint}"] - golden[:, joint - 1])
        assert 0 < error.max() <= bounds[joint - 1]


def test_derivatives_that_are_chosen_are_all_that_the_page_compares(run, tmp_path):
    options = ("--algorithm", "inverse-derivatives", "--outputs", "mass", "--ii", 12)
    assert run("machado_2r", *options, "--points", 20)[0] == 0
    folder = tmp_path / "build" / "report"
    own = json.loads((folder / "simulation.json").read_text())
    names = [each["name"] for each in own["outputs"]]
    assert names
    assert all(name.startswith("mass_") for name in names)
    designs = json.loads((folder / "designs.json").read_text())
    assert {len(row["error_bound"]) for row in designs} == {len(names)}
    (same,) = [row for row in designs if (row["topology"], row["ii"]) == ("array", 12)]
    assert same["multipliers"] == own["units"]["multiplier"]
    widths = json.loads((folder / "widths.json").read_text())
    assert all(0 <= row["seen"] <= row["error"] for row in widths)


@pytest.mark.slow
def test_the_same_run_gives_the_same_page(folder, run, tmp_path):
    options = ("--topology", "ring", "--ii", 4, "--points", 30)
    assert run("machado_2r", *options, "-o", "again")[0] == 0
    for name in ("index.html", "points.csv", "schedule.txt"):
        first, second = (
            re.sub(r"<pre>.*?</pre>", "", (place / name).read_text(), flags=re.DOTALL)
            for place in (folder, tmp_path / "again")
        )
        assert first == second


def test_motors_that_an_arm_has_not_are_refused(run):
    status, out, err = run("iiwa14", "--actuators")
    assert (status, out) == (2, "")
    assert "--actuators: LBR iiwa 14 has no actuators" in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--points", "0"), "--points: 0; allowed: 1 to 10000"),
        (("--points", "5", "--trajectory", "t.csv"), "--points: given beside --trajectory"),
        (("--seed", "-1"), "--seed: -1"),
        (("--simulator", "pencil"), "'pencil'; allowed: verilator or icarus"),
        (("--topology", "torus"), "--topology: 'torus'"),
        (("--given", "inverse-mass"), "--given: given beside --algorithm newton-euler"),
        (("--algorithm", "inverse-derivatives", "--outputs", "tau"), "--outputs: 'tau' is unknown"),
        (("--algorithm", "inverse-derivatives", "--form", "x"), "--form: 'x'; allowed: composite"),
        (("--trajectory", "none.csv"), "none.csv: no such file"),
        (("-o", "file"), "-o: 'file' is a file; allowed: a folder, new or not"),
        (("-o", "/proc/report"), "-o: '/proc/report' cannot be made"),
    ],
)
def test_what_is_refused(run, tmp_path, options, message):
    (tmp_path / "file").write_text("")
    status, out, err = run("machado_2r", *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


MEASURE = """
<script>
const told = {errors: [], refused: []};
addEventListener("error", (e) => told.errors.push(String(e.message)));
document.addEventListener("securitypolicyviolation", (e) => told.refused.push(e.blockedURI));
addEventListener("load", () => {
  const root = document.documentElement;
  told.width = innerWidth;
  told.over = root.scrollWidth - root.clientWidth;
  told.figures = [...document.querySelectorAll("figure svg")].map((svg) => {
    const box = svg.getBoundingClientRect();
    const inside = [...svg.querySelectorAll("use, path")].every((drawn) => {
      const own = drawn.getBoundingClientRect();
      return !own.width || drawn.closest("defs, [clip-path]") ||
        (own.left >= box.left - 1 && own.right <= box.right + 1 &&
         own.top >= box.top - 1 && own.bottom <= box.bottom + 1);
    });
    return {width: box.width, height: box.height, inside};
  });
  parent.postMessage(JSON.stringify(told), "*");
});
</script>
"""
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
)

FRAME = """<!doctype html>
<iframe src="page.html" width="WIDTH" height="900" style="border: 0"></iframe>
<script>
addEventListener("message", (e) => {
  const pre = document.createElement("pre");
  pre.id = "told"; pre.textContent = e.data; document.body.append(pre);
});
</script>
"""
"""Shows the page as wide as is wanted: Chromium takes no window below 500 pixels."""


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 400])
def test_a_browser_shows_all_of_it(folder, tmp_path, width, dark):
    """In headless Chromium."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        pytest.skip("no Chromium; `make test-all` installs it")
    text = (folder / "index.html").read_text()
    page = tmp_path / "page.html"
    page.write_text(text.replace("<head>", f"<head>{POLICY}{MEASURE}", 1))
    frame = tmp_path / "frame.html"
    frame.write_text(FRAME.replace("WIDTH", str(width)))
    options = ["--force-dark-mode"] if dark else []
    arguments = [
        "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile",
        "--window-size=1400,1000", *options, "--dump-dom", frame.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(
        [browser, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    told = json.loads(html.unescape(re.search(r'<pre id="told">(.*?)</pre>', done.stdout)[1]))
    assert (told["errors"], told["refused"], told["over"]) == ([], [], 0)
    assert told["width"] == width
    assert len(told["figures"]) == len(NAMES)
    for name, figure in zip(NAMES, told["figures"], strict=True):
        assert figure["width"] > 300, name
        assert figure["height"] > 80, name
        assert figure["inside"], name


@pytest.mark.slow
def test_a_page_of_derivatives_ends_in_other_systems(run, tmp_path):
    given = ("--algorithm", "inverse-derivatives", "--ii", "4", "--points", "10")
    assert run("machado_2r", *given, "-o", "page")[0] == 0
    report = json.loads((tmp_path / "page" / "simulation.json").read_text())
    texts = Page((tmp_path / "page" / "index.html").read_text()).texts
    assert "One set of derivatives, here and elsewhere" in "".join(texts)
    for each in [*report["anchors"], *report["measured"]]:
        assert any(each["system"] in text for text in texts)
    assert report["measured"]
