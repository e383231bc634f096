"""From channels placed at links to the network they need, and what is refused."""

import pytest

from common.errors import InputError
from common.place import Place
from emulator.transputer.network import network_file
from emulator.transputer.network.configuration import NodeConfig
from occam.language.types import ChannelType, Primitive, Protocol
from occam.linking.configuration import as_toml, network_for, requirement
from occam.typed import Declared, LinkUse, PlacedProcess, Procedure, Program, Skip

CHANNEL = ChannelType(Protocol("", (Primitive.INT,)))


def place(line):
    return Place("net.occ", line, 5)


def processor(number, links=(), type_=None):
    """A processor in line 100 * number, its channels, given as (name, address), in those below."""
    line = 100 * number
    uses = []
    for index, (channel, address) in enumerate(links, 1):
        at = place(line + index)
        uses.append(LinkUse(at, channel, Declared(channel, at, CHANNEL, address)))
    return PlacedProcess(place(line), number, type_, tuple(uses), Skip(place(line)))


def program(*processors):
    return Program(None, processors)


# The host at link 0 of P0; P0 and P1 talk both ways over one wire, P1 to P2 one way.
PAIR = program(
    processor(0, [("from.host", 4), ("to.host", 0), ("there", 1), ("back", 5)], "T800"),
    processor(1, [("there", 7), ("back", 3), ("on", 2)]),
    processor(2, [("on", 4)], "T414"),
)
WIRES = ((("P0", 1), ("P1", 3)), (("P1", 2), ("P2", 0)))


def test_channels_on_two_processors_are_wires():
    network = network_for(PAIR, None, None)
    assert network.wires == WIRES
    assert network.host == ("P0", 0)
    assert network.link_mbits == 20
    assert network.nodes == (
        NodeConfig("P0", "T800", 20.0, 1 << 20, 3),
        NodeConfig("P1", "T800", 20.0, 1 << 20, 3),
        NodeConfig("P2", "T414", 20.0, 1 << 20, 3),
    )


def test_a_part_is_taken_where_the_source_names_none():
    assert [node.type for node in network_for(PAIR, "T414", None).nodes] == [
        "T800", "T414", "T414",
    ]  # fmt: skip


def test_each_wire_knows_the_channel_that_needs_it():
    assert requirement(PAIR).wires == {WIRES[0]: place(3), WIRES[1]: place(103)}
    assert requirement(PAIR).host == (("P0", 0), place(1))


def test_the_host_may_be_elsewhere():
    source = program(processor(0, [("c", 0)]), processor(1, [("c", 4), ("to.host", 2)]))
    assert network_for(source, None, None).host == ("P1", 2)


def test_a_host_that_the_program_does_not_name_is_where_a_link_is_free():
    assert network_for(program(processor(7)), None, None).host == ("P7", 0)
    source = program(processor(0, [("c", 0)]), processor(1, [("c", 4)]))
    assert network_for(source, None, None).host == ("P0", 1)


def test_no_link_is_free_for_the_host():
    links = [[("a", 0), ("b", 1), ("c", 2), ("d", 3)], [("a", 4), ("b", 5), ("c", 6), ("d", 7)]]
    with pytest.raises(InputError, match="every link of every processor is used"):
        network_for(program(processor(0, links[0]), processor(1, links[1])), None, None)


def test_one_processor():
    main = Program(Procedure("main", place(1), (), Skip(place(1))))
    for part in ("T800", "T414"):
        network = network_for(main, part, None)
        assert [node.type for node in network.nodes] == [part]
        assert network.host == (network.nodes[0].name, 0)
    given = network_file.parse("[nodes.a]\n[nodes.b]")
    assert network_for(main, None, given) is given
    elsewhere = network_file.parse('[network]\nhost = "a.2"\n[nodes.a]')
    with pytest.raises(InputError, match=r'the host at a\.2; allowed: "a\.0"'):
        network_for(main, None, elsewhere)


@pytest.mark.parametrize("source", [PAIR, program(processor(3, [("to.host", 2)], "T414"))])
def test_the_network_as_a_file_is_the_same_network(source):
    network = network_for(source, None, None)
    assert network_file.parse(as_toml(network)) == network


REFUSED = {
    "a number twice": (
        [processor(1), processor(1)],
        "net.occ:100:5: PROCESSOR 1 again",
    ),
    "two outputs": (
        [processor(1, [("c", 0)]), processor(2, [("c", 1)])],
        "net.occ:201:5: channel c is output at link 1 of P2, and output at link 0 of P1 too",
    ),
    "two inputs": (
        [processor(1, [("c", 4)]), processor(2, [("c", 5)])],
        "net.occ:201:5: channel c is input at link 1 of P2, and input at link 0 of P1 too",
    ),
    "three ends": (
        [processor(1, [("c", 0)]), processor(2, [("c", 4)]), processor(3, [("c", 5)])],
        "net.occ:301:5: channel c is placed a third time",
    ),
    "both ends here": (
        [processor(1, [("c", 0), ("c", 5)])],
        "net.occ:102:5: channel c has both ends on P1",
    ),
    "two wires on a link": (
        [processor(1, [("c", 0), ("d", 4)]), processor(2, [("c", 4)]), processor(3, [("d", 0)])],
        "net.occ:102:5: link 0 of P1 leads to link 0 of P2 and to link 0 of P3",
    ),
    "two wires on the link of the second": (
        [processor(1, [("c", 0), ("d", 1)]), processor(2, [("c", 4), ("d", 4)])],
        "net.occ:202:5: link 0 of P2 leads to link 0 of P1 and to link 1 of P1",
    ),
    "a wire and the host": (
        [processor(1, [("c", 0), ("from.host", 4)]), processor(2, [("c", 4)])],
        "net.occ:102:5: link 0 of P1 leads to link 0 of P2 and to the host",
    ),
    "two hosts": (
        [processor(1, [("a", 0)]), processor(2, [("b", 0)])],
        "net.occ:201:5: channel b is placed here alone, at link 0 of P2",
    ),
    "no link": (
        [processor(1, [("a", 8)])],
        "net.occ:101:5: a at 8; allowed: a link",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_channels_that_make_no_network(name):
    processors, message = REFUSED[name]
    with pytest.raises(InputError) as error:
        network_for(program(*processors), None, None)
    assert str(error.value).startswith(message)


GIVEN = """
[network]
host = "{host}"
link_speed = 10
[nodes.spare]
[nodes.P2]
type = "T414"
memory = "64K"
[nodes.P1]
[nodes.P0]
type = "{type}"
[wires]
{wire}
P2.0 = "P1.2"
P2.3 = "spare.3"
"""
FITS = {"host": "P0.0", "type": "T800", "wire": 'P1.3 = "P0.1"'}


def test_a_network_given_is_taken_as_it_is():
    given = network_file.parse(GIVEN.format(**FITS))
    assert network_for(PAIR, None, given) is given


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"type": "T414"}, "network: nodes.P0.type: a T414, but the program says T800"),
        ({"host": "P0.2"}, "the host at P0.2, but net.occ:1:5 has it at P0.0"),
        ({"wire": ""}, "no wire between P0.1 and P1.3, which net.occ:3:5 needs"),
        ({"wire": 'P1.3 = "P0.2"'}, "no wire between P0.1 and P1.3"),
    ],
)
def test_a_network_given_that_does_not_fit(change, message):
    given = network_file.parse(GIVEN.format(**FITS | change))
    with pytest.raises(InputError) as error:
        network_for(PAIR, None, given)
    assert message in str(error.value)


def test_a_network_given_without_a_processor():
    given = network_file.parse('[nodes.P0]\n[nodes.P1]\n[wires]\nP0.1 = "P1.3"')
    with pytest.raises(InputError, match="network: no node P2; allowed: one for every PROCESSOR"):
        network_for(PAIR, None, given)
