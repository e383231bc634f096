"""Usage of links: each processor inputs from links in, outputs to links out, and shares no more."""

from __future__ import annotations

from occam import typed
from occam.checking.usage import scopes
from occam.checking.usage.processes import Usage


def check_network(usage: Usage, processors: tuple[typed.PlacedProcess, ...]) -> None:
    """Check what the processes of a network do to what is declared around them."""
    for placed in processors:
        found = usage.process(placed.process)
        links = {use.symbol for use in placed.links}
        for symbol in links:
            scopes.link_direction(symbol, found)
        for access in found:
            if access.symbol not in links:
                access.place.fail(
                    f"{access.symbol.name} is {access.use.value} on processor {placed.number} "
                    "and declared outside of it",
                    "variables declared inside of PROCESSOR, channels placed at its links",
                )
