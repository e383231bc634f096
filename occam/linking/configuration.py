"""The network a program needs, from the links at which its channels are placed.

Processor 3 of the source is the node P3. A channel placed on two processors is a wire between the
links; one that is placed on a single processor leads to the host. A program for one processor needs
one node, with the host on link 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from common.errors import InputError
from common.place import Place
from emulator.transputer.network.configuration import End, NodeConfig
from emulator.transputer.network.network_file import LINK_SPEEDS, NetworkFile, single
from occam.typed import LinkUse, PlacedProcess, Program

_LINKS = 4
_HOST_LINK = 0
"""Where the host is for programs that do not place its channels."""
_PART = "T800"


@dataclass(frozen=True)
class Requirement:
    """What a program asks of its network.

    Attributes
    ----------
    types
        For each processor, in the order of the source, by its name P0: "T800", "T414" or None
        where the source does not say.
    wires
        Pairs of link ends, and the place of the channel that needs each.
    host
        The link end that leads to the host, and the place that says so; None: none does.
    """

    types: dict[str, str | None]
    wires: dict[tuple[End, End], Place]
    host: tuple[End, Place] | None


@dataclass(frozen=True)
class _Use:
    name: str
    use: LinkUse

    @property
    def outputs(self) -> bool:
        return _address(self.use) < _LINKS

    @property
    def end(self) -> End:
        return self.name, _address(self.use) % _LINKS

    def __str__(self) -> str:
        return f"{'output' if self.outputs else 'input'} at link {self.end[1]} of {self.name}"


def node_name(process: PlacedProcess) -> str:
    """Return the name of the node that runs a process."""
    return f"P{process.number}"


def requirement(program: Program) -> Requirement:
    """Return what a program for several processors asks of its network.

    Raises InputError, with the place in the source, for a processor twice, a channel with two
    outputs, two inputs or more than two ends, a link for two wires, or channels to the host from
    more than one link.
    """
    types: dict[str, str | None] = {}
    for process in program.processors:
        if node_name(process) in types:
            process.place.fail(f"PROCESSOR {process.number} again", "a number of its own each")
        types[node_name(process)] = process.type
    wires: dict[tuple[End, End], Place] = {}
    used: dict[End, End | None] = {}
    host: tuple[End, Place] | None = None
    for uses in _by_channel(program.processors):
        if len(uses) == 1:
            end, place = uses[0].end, uses[0].use.place
            if host is not None and host[0] != end:
                place.fail(
                    f"channel {uses[0].use.channel} is placed here alone, at link {end[1]} of"
                    f" {end[0]}, so leads to the host, as link {host[0][1]} of {host[0][0]} does",
                    "both ends of a channel between processors, one link to the host",
                )
            host = host or (end, place)
            _claim(used, end, None, place)
        else:
            near, far = uses[0].end, uses[1].end
            _claim(used, near, far, uses[0].use.place)
            _claim(used, far, near, uses[1].use.place)
            wires.setdefault((min(near, far), max(near, far)), uses[0].use.place)
    return Requirement(types, wires, host)


def network_for(
    program: Program,
    part: str | None,
    given: NetworkFile | None,
    memory_bytes: int = NodeConfig.memory_bytes,
) -> NetworkFile:
    """Return the network to build a program for.

    Parameters
    ----------
    program
        The program; one for a single processor runs on the node with the host.
    part
        "T800" or "T414" where the source does not say; None: T800, or what ``given`` says.
    given
        The user's network: it may have more of everything, and is returned as it is. None: nodes
        with the clock and links of `NodeConfig`.
    memory_bytes
        Memory of each node of a network that is not given.

    Raises
    ------
    InputError
        If the user's network lacks a node or a wire, or has another part, or the host elsewhere.
    """
    if program.main is not None:
        if given is not None and given.host[1] != _HOST_LINK:
            problem = f"the host at {_text(given.host)}"
            raise InputError("network: network.host", problem, f'"{given.host[0]}.{_HOST_LINK}"')
        return given or single(part or _PART, memory_bytes)
    needed = requirement(program)
    if given is not None:
        _check(needed, given)
        return given
    nodes = tuple(
        NodeConfig(name, type_ or part or _PART, memory_bytes=memory_bytes)
        for name, type_ in needed.types.items()
    )
    return NetworkFile(nodes, tuple(needed.wires), LINK_SPEEDS[-1], _host(needed))


def as_toml(network: NetworkFile) -> str:
    """Return the NET.toml that describes a network; `network_file.parse` reads the same again."""
    lines = ["[network]", f"link_speed = {network.link_mbits}", f'host = "{_text(network.host)}"']
    for node in network.nodes:
        lines += [
            "",
            f"[nodes.{node.name}]",
            f'type = "{node.type}"',
            f"clock = {node.clock_mhz:g}",
            f"memory = {node.memory_bytes}",
            f"external_cycles = {node.external_cycles}",
        ]
    if network.wires:
        lines += ["", "[wires]"]
        lines += [f'{_text(near)} = "{_text(far)}"' for near, far in network.wires]
    return "\n".join(lines) + "\n"


def _text(end: End) -> str:
    return f"{end[0]}.{end[1]}"


def _address(use: LinkUse) -> int:
    address = use.symbol.address
    if address is None or not 0 <= address < 2 * _LINKS:
        use.place.fail(f"{use.channel} at {address}", "a link, 0 to 3 for output, 4 to 7 for input")
    return address


def _by_channel(processors: Iterable[PlacedProcess]) -> list[list[_Use]]:
    """Return the uses of each channel; raises InputError if they cannot be its ends."""
    channels: dict[str, list[_Use]] = {}
    for process in processors:
        for use in process.links:
            channels.setdefault(use.channel, []).append(_Use(node_name(process), use))
    for channel, uses in channels.items():
        if len(uses) > 2:
            uses[2].use.place.fail(f"channel {channel} is placed a third time", "its two ends")
        if len(uses) == 2 and uses[0].outputs == uses[1].outputs:
            uses[1].use.place.fail(
                f"channel {channel} is {uses[1]}, and {uses[0]} too",
                "one end at an output link (0 to 3), one at an input link (4 to 7)",
            )
        if len(uses) == 2 and uses[0].name == uses[1].name:
            uses[1].use.place.fail(
                f"channel {channel} has both ends on {uses[1].name}", "two processors"
            )
    return list(channels.values())


def _claim(used: dict[End, End | None], end: End, peer: End | None, place: Place) -> None:
    """Note what a link end is wired to (None: the host); raises InputError if to two things."""
    if used.setdefault(end, peer) == peer:
        return
    one, other = (
        f"link {each[1]} of {each[0]}" if each else "the host" for each in (used[end], peer)
    )
    place.fail(f"link {end[1]} of {end[0]} leads to {one} and to {other}", "one wire on a link")


def _host(needed: Requirement) -> End:
    """Return where the host is: where the program says, or at a link that is free."""
    if needed.host is not None:
        return needed.host[0]
    used = {end for wire in needed.wires for end in wire}
    for name in needed.types:
        for link in range(_LINKS):
            if (name, link) not in used:
                return name, link
    raise InputError("network", "every link of every processor is used", "one link for the host")


def _check(needed: Requirement, given: NetworkFile) -> None:
    nodes = {node.name: node for node in given.nodes}
    for name, type_ in needed.types.items():
        if name not in nodes:
            raise InputError("network", f"no node {name}", f"one for every PROCESSOR: {name}")
        if type_ not in (None, nodes[name].type):
            problem = f"a {nodes[name].type}, but the program says {type_}"
            raise InputError(f"network: nodes.{name}.type", problem, str(type_))
    wires = {frozenset(wire) for wire in given.wires}
    for (near, far), place in needed.wires.items():
        if frozenset((near, far)) not in wires:
            raise InputError(
                "network",
                f"no wire between {_text(near)} and {_text(far)}, which {place} needs",
                f'{_text(near)} = "{_text(far)}" among [wires]',
            )
    if needed.host is not None and needed.host[0] != given.host:
        end, place = needed.host
        problem = f"the host at {_text(given.host)}, but {place} has it at {_text(end)}"
        raise InputError("network: network.host", problem, f'"{_text(end)}"')
