"""NET.toml: what it means, and what a wrong one is told."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError, InputWarning
from emulator.transputer.network.network import NodeConfig
from emulator.transputer.network.network_file import load, parse, single

RING = """
[network]
link_speed = 10
host = "b.3"
[nodes.a]
type = "T414"
clock = 17.5
memory = "64K"
external_cycles = 5
[nodes.b]
memory = 8192
[nodes.c]
[wires]
a.0 = "b.2"
"b.1" = "c.0"
c.1 = "a.2"
"""


def test_nodes_wires_speed_and_host():
    network = parse(RING)
    assert network.nodes == (
        NodeConfig("a", "T414", 17.5, 65536, 5),
        NodeConfig("b", "T800", 20.0, 8192, 3),
        NodeConfig("c", "T800", 20.0, 1 << 20, 3),
    )
    assert network.wires == ((("a", 0), ("b", 2)), (("b", 1), ("c", 0)), (("c", 1), ("a", 2)))
    assert network.link_mbits == 10
    assert network.host == ("b", 3)


def test_what_may_be_left_out():
    network = parse("[nodes.one]")
    assert network.nodes == (NodeConfig("one"),)
    assert (network.wires, network.link_mbits, network.host) == ((), 20, ("one", 0))


def test_one_transputer():
    network = single("T414")
    assert network.nodes == (NodeConfig("root", "T414"),)
    assert network.host == ("root", 0)


@pytest.mark.parametrize(
    ("memory", "size"),
    [
        ("4K", 4096),
        ("4 k", 4096),
        ("2M", 2 << 20),
        ("2MB", 2 << 20),
        ('"8192"', 8192),
        (8192, 8192),
    ],
)
def test_memory(memory, size):
    value = memory if isinstance(memory, int) or '"' in memory else f'"{memory}"'
    assert parse(f"[nodes.a]\nmemory = {value}").nodes[0].memory_bytes == size


AB = "[nodes.a]\n[nodes.b]\n[wires]\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "net.toml: nodes: 0 of them"),
        ("[nodes]", "nodes: 0 of them"),
        ("nodes = 3", "net.toml: nodes: 3; allowed: a table [nodes]"),
        ("[nodes]\na = 3", "nodes.a: 3; allowed: a table [nodes.a]"),
        ("[node.a]", "net.toml: node: no such key; allowed: nodes"),
        ("[nodes.a]\ntyp = 'T800'", "nodes.a.typ: no such key; allowed: type"),
        ("[nodes.a]\ntype = 'T900'", "nodes.a.type: 'T900'; allowed: 'T414' or 'T800'"),
        ("[nodes.a]\ntype = ['T800']", "nodes.a.type: ['T800']"),
        ("[nodes.a]\nclock = 0", "nodes.a.clock: 0"),
        ("[nodes.a]\nclock = 20.3", "nodes.a.clock: 20.3; allowed: MHz, a multiple of 0.5"),
        ("[nodes.a]\nclock = nan", "nodes.a.clock: nan"),
        ("[nodes.a]\nclock = '20'", "nodes.a.clock: '20'"),
        ("[nodes.a]\nclock = true", "nodes.a.clock: True"),
        ("[nodes.a]\nclock = 20e6", "nodes.a.clock: 20000000.0"),
        ("[nodes.a]\nmemory = 100", "nodes.a.memory: 100; allowed: a multiple of 4 bytes"),
        ("[nodes.a]\nmemory = 8193", "nodes.a.memory: 8193"),
        ("[nodes.a]\nmemory = '4G'", "nodes.a.memory: '4G'"),
        ("[nodes.a]\nmemory = -4096", "nodes.a.memory: -4096"),
        ("[nodes.a]\nexternal_cycles = 0", "nodes.a.external_cycles: 0"),
        ("[nodes.a]\nexternal_cycles = 2.5", "nodes.a.external_cycles: 2.5"),
        ("[nodes.a]\n[network]\nlink_speed = 15", "network.link_speed: 15; allowed: 5, 10 or 20"),
        ("[nodes.a]\n[network]\nhost = 'b.0'", "network.host: no node 'b' (in 'b.0'); allowed: a"),
        ("[nodes.a]\n[network]\nhost = 0", "network.host: 0 is no link end"),
        ("[nodes.'a.b']", "a node called 'a.b'"),
        (AB + "a.1 = 'c.0'", "net.toml: wires.a.1: no node 'c' (in 'c.0'); allowed: a, b"),
        (AB + "c.1 = 'a.1'", "wires.c.1: no node 'c'"),
        (AB + "a.4 = 'b.0'", "wires.a.4: no link 4 (in 'a.4'); allowed: links 0 to 3"),
        (AB + "a.1 = 'b'", "wires.a.1: 'b' is no link end"),
        (AB + "a.1 = 0", "wires.a.1: 0 is no link end"),
        (AB + "a = 'b.0'", "wires.a: 'a' is no link end"),
        (AB + "a.1.2 = 'b.0'", "wires.a.1: {'2': 'b.0'} is no link end"),
        (AB + "a.1 = 'b.0'\nb.0 = 'a.2'", "wires.b.0: link b.0 is wired already, by wires.a.1"),
        (AB + "a.1 = 'b.0'\na.2 = 'b.0'", "wires.a.2: link b.0 is wired already, by wires.a.1"),
        (AB + "a.1 = 'b.0'\na.1 = 'b.1'", "Cannot overwrite a value"),
        (AB + "a.0 = 'b.0'", "wires.a.0: link a.0 is wired already, by network.host"),
        (AB + "a.1 = 'a.1'", "wires.a.1: link a.1 is wired already, by wires.a.1"),
        ("[nodes.a", "net.toml: "),
    ],
)
def test_a_wrong_file_is_told_the_key(text, told):
    with pytest.raises(InputError) as caught:
        parse(text, "net.toml")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_wire_given_from_both_ends_is_one_wire():
    with pytest.warns(InputWarning, match=r"wires\.b\.0: this wire was given before"):
        network = parse(AB + "a.1 = 'b.0'\nb.0 = 'a.1'")
    assert network.wires == ((("a", 1), ("b", 0)),)


def test_files(tmp_path):
    good = tmp_path / "net.toml"
    good.write_text(RING)
    assert load(good) == parse(RING)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    for name in ("absent.toml", "bytes.toml", "", "a\0b"):
        with pytest.raises(InputError, match="a network file in TOML"):
            load(tmp_path / name)


SCALARS = st.one_of(
    st.integers(), st.booleans(), st.floats(), st.sampled_from(["a.0", "T800", "x"])
)


@given(
    st.dictionaries(
        st.sampled_from(["network", "nodes", "wires", "nodes.a", "nodes.b", "wires.a", "wires.b"]),
        st.dictionaries(
            st.sampled_from(["0", "1", "type", "clock", "memory", "host", "a"]), SCALARS
        ),
    )
)
def test_any_toml_is_taken_or_refused(tables):
    def toml(value):
        return str(value).lower() if not isinstance(value, str) else f"'{value}'"

    text = "\n".join(
        f"[{name}]\n" + "\n".join(f"{key} = {toml(value)}" for key, value in table.items())
        for name, table in tables.items()
    )
    with suppress(InputError):
        parse(text)
