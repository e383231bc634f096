"""`torqueflow occam` on networks, and in the memory that each processor has."""

import json
from pathlib import Path

import pytest

from tests.occam_commands import PRELUDE, documented, write


@pytest.fixture
def cli(command_line, tmp_path, monkeypatch):
    """Run a command in an empty directory: its status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    return command_line


def test_a_network_is_built_with_its_description(cli):
    documented("pair.occ")
    assert cli("occam", "run", "pair.occ") == (0, "40\n", "")
    status, out, err = cli("occam", "build", "pair.occ")
    assert (status, err) == (0, "")
    written = cli("occam", "build", "pair.occ", "--write-network", "pair.toml")
    assert written == (0, "", "")
    assert Path("pair.toml").read_text() == out
    assert 'P0.1 = "P1.2"' in out
    assert cli("transputer", "run", "pair.btl", "--network", "pair.toml") == (0, "40\n", "")


def test_a_network_of_the_users(cli):
    documented("pair.occ")
    write(
        "slow.toml",
        '[network]\nlink_speed = 5\n[nodes.P0]\nmemory = "16K"\n[nodes.P1]\ntype = "T414"\n'
        'clock = 15\n[wires]\nP1.2 = "P0.1"\n',
    )
    ran = cli("occam", "run", "pair.occ", "--network", "slow.toml", "--json", "slow.json")
    assert ran == (0, "40\n", "")
    assert cli("occam", "run", "pair.occ", "--json", "fast.json")[0] == 0
    slow, fast = (json.loads(Path(name).read_text()) for name in ("slow.json", "fast.json"))
    assert slow["link_mbits"] == 5
    assert slow["nodes"]["P1"]["clock_mhz"] == 15
    assert slow["seconds"] > 2 * fast["seconds"]
    assert slow["program_status"] == 999999999


@pytest.mark.parametrize(
    ("network", "told"),
    [
        ('[nodes.P0]\n[nodes.P1]\ntype = "T414"\n', "no wire between P0.1 and P1.2"),
        ('[nodes.P0]\n[nodes.P1]\n[wires]\nP0.1 = "P1.2"\n', "a T800, but the program says T414"),
        ("[nodes.P0]\n", "no node P1"),
        ("[nodes", "net.toml: "),
        (
            '[nodes.P0]\nmemory = "4K"\n[nodes.P1]\ntype = "T414"\n[wires]\nP0.1 = "P1.2"\n',
            "processor P0: ",
        ),
    ],
)
def test_a_network_that_does_not_do(cli, network, told):
    documented("pair.occ")
    write("net.toml", network)
    if "4K" in network:  # a program that fits 1M, but not 4K
        text = (
            Path("pair.occ")
            .read_text()
            .replace("  INT answer:\n", "  [4000]INT room:\n  INT answer:\n")
        )
        write("pair.occ", text.replace("to ! 20", "room[3999] := 20\n    to ! room[3999]"))
    status, out, err = cli("occam", "build", "pair.occ", "--network", "net.toml")
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert not Path("pair.btl").exists()


RING = f"""{PRELUDE}VAL n IS 8:
VAL laps IS 5:
PROC first (CHAN OF SP fs, ts, CHAN OF INT in, out)
  INT x:
  SEQ
    x := 0
    SEQ i = 0 FOR laps
      SEQ
        out ! x
        in ? x
    so.write.int (fs, ts, x, 0)
    so.exit (fs, ts, sps.success)
:
PROC node (VAL INT i, CHAN OF INT in, out)
  WHILE TRUE
    INT x:
    SEQ
      in ? x
      out ! x + i
:
CHAN OF SP fs, ts:
[n]CHAN OF INT pipe:
PLACED PAR
  PROCESSOR 0
    PLACE fs AT 4:
    PLACE ts AT 0:
    PLACE pipe[0] AT 4 + 2:
    PLACE pipe[1] AT 1:
    first (fs, ts, pipe[0], pipe[1])
  PLACED PAR i = 1 FOR n - 1
    PROCESSOR i
      PLACE pipe[i] AT 4 + 2:
      PLACE pipe[(i + 1) \\ n] AT 1:
      node (i, pipe[i], pipe[(i + 1) \\ n])
"""


@pytest.mark.parametrize("part", ["T800", "T414"])
def test_a_ring_of_processors_that_a_replicator_places(cli, part):
    write("ring.occ", RING)
    assert cli("occam", "run", "ring.occ", "--type", part) == (0, str(5 * sum(range(8))), "")


MEMORY = f"""{PRELUDE}PROC main (CHAN OF SP fs, ts, []INT memory)
  SEQ
    memory[0] := 1
    memory[(SIZE memory) - 1] := 77
    so.write.int (fs, ts, memory[0] + memory[(SIZE memory) - 1], 0)
    so.write.char (fs, ts, ' ')
    so.write.int (fs, ts, SIZE memory, 0)
    so.exit (fs, ts, sps.success)
:
"""


def test_the_free_memory_is_the_programs(cli):
    write("memory.occ", MEMORY)
    sizes = []
    for memory in ("8K", "1M"):
        write("net.toml", f'[nodes.a]\nmemory = "{memory}"\n')
        status, out, err = cli("occam", "run", "memory.occ", "--network", "net.toml")
        assert (status, err) == (0, "")
        value, size = map(int, out.split())
        assert value == 78
        sizes.append(size)
    assert sizes[1] - sizes[0] == ((1 << 20) - 8192) // 4
    assert 0 < sizes[0] < 2048


SIZE = f"""{PRELUDE}PROC size (CHAN OF SP fs, ts, []INT memory)
  SEQ
    so.write.int (fs, ts, (SIZE memory) >> 18, 0)
    so.exit (fs, ts, sps.success)
:
"""


BEYOND = f"""{PRELUDE}PROC beyond (CHAN OF SP fs, ts)
  INT x:
  PLACE x AT #100000:
  SEQ
    x := 7
    so.write.int (fs, ts, x, 0)
    so.exit (fs, ts, sps.success)
:
"""


def test_how_much_memory_each_processor_has(cli):
    write("size.occ", SIZE)
    assert cli("occam", "run", "size.occ", "--memory", "9M")[1] == "8"
    write("beyond.occ", BEYOND)
    assert cli("occam", "run", "beyond.occ", "--memory", "5M") == (0, "7", "")


def test_an_access_beyond_memory(cli):
    write("beyond.occ", BEYOND)
    status, out, err = cli("occam", "run", "beyond.occ")
    assert (status, out) == (1, "")
    assert "beyond.occ:7: x := 7" in err
    assert cli("occam", "run", "beyond.occ", "--no-strict-memory") == (0, "0", "")


def test_memory_that_does_not_do(cli):
    write("size.occ", SIZE)
    status, _, err = cli("occam", "run", "size.occ", "--memory", "5X")
    assert (status, err.splitlines()) == (
        2,
        ["error: --memory: '5X'; allowed: a multiple of 4 bytes, '4K' to '256M'"],
    )
    write("net.toml", "[nodes.a]\n")
    status, _, err = cli("occam", "run", "size.occ", "--memory", "5M", "--network", "net.toml")
    assert status == 2
    assert "--memory: given together with --network" in err


def test_type_and_network_exclude_each_other(cli):
    documented("hello.occ")
    write("net.toml", "[nodes.a]\n")
    for command in ("run", "build"):
        ended = cli("occam", command, "hello.occ", "--network", "net.toml", "--type", "T414")
        assert ended[0] == 2
        assert "--type: given together with --network" in ended[2]


def test_a_network_file_decides_the_part_of_a_single_program(cli):
    documented("hello.occ")
    write("net.toml", '[network]\nhost = "b.0"\n[nodes.a]\n[nodes.b]\ntype = "T414"\n')
    ran = cli("occam", "run", "hello.occ", "--network", "net.toml")
    assert ran == (0, "Hello from occam\n", "")
