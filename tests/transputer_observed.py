"""What some programs print, leave in memory and cost: compiled, or interpreted by Python."""

import io
import json
from pathlib import Path

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.assembly.bootfile import bootable
from emulator.transputer.iserver.console import Console
from emulator.transputer.iserver.functions import Functions
from emulator.transputer.iserver.iserver import Iserver
from emulator.transputer.iserver.sandbox import Sandbox
from emulator.transputer.network.network import Network, NodeConfig

EXAMPLES = Path(__file__).parent.parent / "examples"
BASE = -(2**31)
WORKSPACE, RESULTS = BASE + 0x6000, 20

# Every operation on words that can overflow, carry or wrap, each result into the next local.
ON_WORDS = ("add", "sub", "mul", "prod", "sum", "diff", "div", "rem", "fmul", "wsub", "bsub", "gt")
ON_DOUBLE_WORDS = ("lmul", "ladd", "lsub", "lsum", "ldiff", "norm", "lshl", "lshr")
WORDS = (0x7FFFFFFF, -0x80000000, -1, 3, 0x12345678, -0x6789ABCD)
ROUNDINGS = ("fpurn", "fpurz", "fpurp", "fpurm")
REALS = (1.5, -3.25e30, 1.1e-20, 7.0e22)


def words():
    """Source: each operation on each pair of words."""
    lines, place = [], RESULTS
    for operation in (*ON_WORDS, *ON_DOUBLE_WORDS):
        for a, b in zip(WORDS, (*WORDS[1:], WORDS[0]), strict=True):
            top = 33 if operation in ("lshl", "lshr") else a
            lines += [f"ldc {a}", f"ldc {b}", f"ldc {top}", operation]
            lines += [f"stl {place}", f"stl {place + 1}"]
            place += 2
    return "\n".join([*lines, "stopp"]), place


def reals(bits):
    """Source: each operation on each pair of reals of so many bits, in each rounding mode."""
    kind, size = ("sn", 1) if bits == 32 else ("db", 2)
    lines, place = [], RESULTS
    for rounding in ROUNDINGS:
        for operation in ("fpadd", "fpsub", "fpmul", "fpdiv", "fpeq", "fpgt"):
            for i in range(len(REALS)):
                other = (i + 1) % len(REALS)
                for number in (i, other):
                    lines += [f"ldap r{number}", f"fpldnl{kind}"]
                lines += [rounding, operation]
                compares = operation in ("fpeq", "fpgt")
                lines += [f"stl {place}"] if compares else [f"ldlp {place}", f"fpstnl{kind}"]
                place += size
    lines += ["fptesterror", f"stl {place}", "stopp", "align 8"]
    lines += [f"r{i}: real{bits} {value!r}" for i, value in enumerate(REALS)]
    return "\n".join(lines), place + 1


def left_by(source, end):
    """Run a source alone: its results and cycles."""
    network = Network([NodeConfig("a", memory_bytes=0x8000)])
    network.start("a", assemble(source).code, workspace=WORKSPACE)
    outcome = network.run(max_cycles=1_000_000)
    results = [network.peek("a", WORKSPACE + 4 * place) for place in range(RESULTS, end)]
    return [outcome.status.value, results, network.registers("a")["cycles"]]


def printed_by(name):
    """Boot an example: what it prints and its cycles."""
    screen = io.BytesIO()
    sandbox = Sandbox(EXAMPLES)
    server = Iserver(Functions(sandbox, Console(io.BytesIO(), screen, io.BytesIO())))
    network = Network([NodeConfig("root")], host=("root", 0))
    network.boot(bootable(assemble((EXAMPLES / f"{name}.s").read_text()).code))
    outcome = network.run(server)
    server.close()
    return [outcome.status.value, screen.getvalue().decode(), network.registers("root")["cycles"]]


def observe():
    """Everything, by name."""
    return {
        "hello": printed_by("hello"),
        "dot": printed_by("dot"),
        "words": left_by(*words()),
        "REAL32": left_by(*reals(32)),
        "REAL64": left_by(*reals(64)),
    }


if __name__ == "__main__":
    print(json.dumps(observe()))
