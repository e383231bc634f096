"""Direct functions, control, memory and block operations: results, costs, external memory."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.transputer.isa.instruction_set import by_mnemonic, encode
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from tests.transputer_programs import BASE, WORKSPACE, assemble, cycles, push, run, signed

WORD = st.integers(-(2**31), 2**31 - 1)
FAR = BASE + 0x8000  # external memory
START = BASE + 0x70


def registers(code, part="T800", **options):
    network, outcome = run(code, part, **options)
    assert outcome.status is Status.IDLE, outcome
    return network.registers("a")


@given(x=WORD, y=WORD, n=WORD)
@settings(max_examples=50)
def test_direct_arithmetic(x, y, n):
    assert registers(push(1, y, x) + encode("adc", n)) | {"cycles": 0, "Iptr": 0} == {
        **registers(push(1, y, signed(x + n))),
        "error": int(signed(x + n) != x + n),
        "cycles": 0,
        "Iptr": 0,
    }
    assert registers(push(1, y, x) + encode("eqc", n))["Areg"] == int(x == n)
    assert registers(push(1, y, x) + encode("ldnlp", n))["Areg"] == signed(x + 4 * n)


def test_locals_and_non_locals():
    network, _ = run(
        assemble(("ldc", 5), ("stl", 3), ("ldl", 3), ("ldlp", 2), ("stnl", 7), ("ldlp", 4))
        + assemble(("ldnl", -1))
    )
    assert network.peek("a", WORKSPACE + 4 * 9) == 5
    assert network.registers("a")["Areg"] == 5
    assert registers(assemble(("ldlp", -3)))["Areg"] == WORKSPACE - 12
    assert registers(assemble(("ajw", 5), ("ldlp", 0)))["Areg"] == WORKSPACE + 20


@pytest.mark.parametrize(
    ("code", "cost"),
    [
        (("j", 0), 3),
        (("ldlp", 1), 1),
        (("ldc", 1), 1),
        (("ldc", 0x123), 3),
        (("ldc", -1), 2),
        (("ldl", 1), 2),
        (("stl", 1), 1),
        (("adc", 1), 1),
        (("ajw", 0), 1),
        (("eqc", 1), 2),
        (("ldnlp", 1), 1),
        (("ldnl", 0), 2),
        (("stnl", 0), 2),
    ],
)
def test_direct_costs(code, cost):
    before = assemble(("ldlp", 4), ("ldlp", 4), ("ldlp", 4))
    assert cycles(before + encode(*code)) - cycles(before) == cost


def test_conditional_jump():
    def taken(value):
        return assemble(("ldc", 9), ("ldc", value), ("cj", 2), ("ldc", 7), ("stl", 5))

    network, _ = run(taken(0))
    assert network.peek("a", WORKSPACE + 20) == 0
    assert network.registers("a")["Areg"] == 0  # stays on the stack
    network, _ = run(taken(1))
    assert network.peek("a", WORKSPACE + 20) == 7
    assert network.registers("a")["Areg"] == 9  # popped
    before = assemble(("ldc", 0))
    assert cycles(before + encode("cj", 0)) - cycles(before) == 4
    before = assemble(("ldc", 1))
    assert cycles(before + encode("cj", 0)) - cycles(before) == 2


def test_call_and_return():
    body = assemble(("ldl", 1), ("ldl", 2), "add", ("stl", 2), "ret")  # Areg + Breg, into W+2
    code = assemble(("j", len(body))) + body
    code += push(30, 20, 10)
    code += encode("call", 1 - (len(code) + 2))  # back to the body, after the jump
    network, outcome = run(code)
    assert outcome.status is Status.IDLE
    assert network.registers("a")["Wptr"] == WORKSPACE
    frame = [network.peek("a", WORKSPACE - 16 + 4 * i) for i in range(3)]
    assert frame == [START + len(code), 10, 10 + 20]  # the fourth word was stopp's since
    network, _ = run(push(30, 20, 10) + encode("call", 0))
    frame = [network.peek("a", WORKSPACE - 16 + 4 * i) for i in range(4)]
    assert frame == [network.registers("a")["Areg"], 10, 20, 30]
    before = assemble(("j", 0))
    assert cycles(before + encode("call", 0)) - cycles(before) == 7
    jumped = assemble(("ldc", 5), "ldpi", ("ajw", -4), ("stl", 0), "ret")
    assert cycles(jumped) - cycles(jumped[: -len(encode("ret"))]) == 5 + 1


def test_general_call_and_workspace():
    # ldpi gives the address after itself; gcall exchanges it with Iptr.
    code = assemble(("ldc", 2), "ldpi", "gcall", ("stl", 9), ("stl", 1))
    network, outcome = run(code)
    assert outcome.status is Status.IDLE
    assert network.peek("a", WORKSPACE + 36) == 0  # jumped over
    assert network.peek("a", WORKSPACE + 4) == START + 4  # the return address
    code = assemble(("ldlp", 8), "gajw", ("stl", 0))
    network, _ = run(code)
    assert network.registers("a")["Wptr"] == WORKSPACE + 32
    assert network.peek("a", WORKSPACE + 32) == WORKSPACE
    assert cycles(assemble(("ldc", 0), "ldpi")) - cycles(assemble(("ldc", 0))) == 2 + 1
    assert cycles(assemble(("ldlp", 0), "gajw")) - cycles(assemble(("ldlp", 0))) == 2 + 1


@pytest.mark.parametrize("count", [1, 2, 5])
def test_loop_end(count):
    body = assemble(("ldl", 8), ("adc", 1), ("stl", 8))
    code = assemble(("ldc", 10), ("stl", 1), ("ldc", count), ("stl", 2))
    tail = assemble(("ldlp", 1), ("ldc", len(body) + 4), "lend")
    network, outcome = run(code + body + tail)
    assert outcome.status is Status.IDLE
    assert network.peek("a", WORKSPACE + 32) == count
    assert network.peek("a", WORKSPACE + 4) == 10 + count - 1
    assert network.peek("a", WORKSPACE + 8) == 0
    once = 2 + 1 + 1 + 1 + 1 + 1
    assert cycles(code + body + tail) - cycles(code) == count * (once + 10) - 5


def test_bytes():
    code = assemble(("ldc", 0x1FF), ("ldc", BASE + 0x801), "sb", ("ldc", BASE + 0x801), "lb")
    network, _ = run(code)
    assert network.registers("a")["Areg"] == 0xFF
    assert network.peek("a", BASE + 0x800) == 0xFF00
    assert cycles(code) - cycles(code[:-1]) == 5
    before = assemble(("ldc", 1), ("ldc", BASE + 0x801))
    assert cycles(before + encode("sb")) - cycles(before) == 4 + 1


@given(
    source=st.integers(0, 9), target=st.integers(0, 9), count=st.integers(0, 40), seed=st.integers()
)
@settings(max_examples=40)
def test_move(source, target, count, seed):
    code = push(BASE + 0x800 + source, BASE + 0x900 + target, count) + encode("move")
    cells = {BASE + 0x800 + 4 * i: signed((seed + 77 * i) * 0x9E3779B1) for i in range(13)}
    network, outcome = run(code, memory=cells)
    assert outcome.status is Status.IDLE
    read = [network.peek("a", BASE + 0x800 + 4 * i) for i in range(13)]
    origin = b"".join((w % 2**32).to_bytes(4, "little") for w in read)
    written = [network.peek("a", BASE + 0x900 + 4 * i) for i in range(13)]
    result = b"".join((w % 2**32).to_bytes(4, "little") for w in written)
    assert result[target : target + count] == origin[source : source + count]
    assert result[:target] == bytes(target)
    assert result[target + count :] == bytes(52 - target - count)

    def spanned(place):
        return (place % 4 + count + 3) // 4

    words = max(spanned(source), spanned(target))
    setup = push(BASE + 0x800 + source, BASE + 0x900 + target, count)
    assert cycles(code) - cycles(setup) == 2 * words + 8 + 1


@pytest.mark.parametrize("kind", ["move2dall", "move2dnonzero", "move2dzero"])
def test_two_dimensional_moves(kind):
    width, rows, stride, to_stride = 5, 3, 8, 12
    source = bytes([1, 0, 2, 0, 3, 9, 9, 9, 0, 4, 0, 5, 0, 9, 9, 9, 6, 6, 0, 0, 7, 9, 9, 9])
    cells = {BASE + 0x800 + i: int.from_bytes(source[i : i + 4], "little") for i in range(0, 24, 4)}
    cells |= {BASE + 0x900 + i: 0x55555555 for i in range(0, 40, 4)}
    setup = push(stride, to_stride, rows) + encode("move2dinit")
    operands = push(BASE + 0x800, BASE + 0x900, width)
    network, _ = run(setup + operands + encode(kind), memory=cells)
    expected = bytearray(b"\x55" * 40)
    for row in range(rows):
        for i in range(width):
            byte = source[row * stride + i]
            if kind == "move2dall" or (byte != 0) == (kind == "move2dnonzero"):
                expected[row * to_stride + i] = byte
    got = b"".join(
        (network.peek("a", BASE + 0x900 + i) % 2**32).to_bytes(4, "little") for i in range(0, 40, 4)
    )
    assert got == bytes(expected)
    extra = cycles(setup + operands + encode(kind)) - cycles(setup + operands)
    assert extra == (2 * 2 + 23) * rows + 1
    assert cycles(setup) - cycles(push(stride, to_stride, rows)) == 8 + 1


@pytest.mark.parametrize(("external", "penalty"), [(3, 2), (5, 4), (1, 0)])
def test_external_data_costs_its_wait_states(external, penalty):
    def extra(code):
        far = cycles(code, external_cycles=external)
        return far - cycles(code, external_cycles=1)

    assert extra(assemble(("ldc", FAR), ("ldnl", 0))) == penalty
    assert extra(assemble(("ldc", 1), ("ldc", FAR), ("stnl", 3))) == penalty
    assert extra(assemble(("ldc", FAR), "lb")) == penalty
    assert extra(assemble(("ldc", 1), ("ldc", FAR), "sb")) == penalty
    assert extra(assemble(("ldc", FAR), "fpldnldb")) == 2 * penalty
    move = push(FAR, BASE + 0x800, 16) + encode("move")
    assert extra(move) == 4 * penalty
    move = push(FAR, FAR + 0x100, 16) + encode("move")
    assert extra(move) == 8 * penalty
    network, _ = run(move, external_cycles=external)
    assert network.statistics().nodes["a"].external_cycles == 8 * penalty


def test_external_code_costs_a_wait_a_word():
    body = assemble(*[("ldc", 1)] * 16)
    here = BASE + 0x8000

    def run_far(timing=None, external=5):
        code = assemble(("ldc", here), "gcall")
        network = Network([NodeConfig("a", external_cycles=external)], timing=timing)
        text = body + encode("stopp") + bytes(4)
        for i in range(0, len(text) - 3, 4):
            network.poke("a", here + i, int.from_bytes(text[i : i + 4], "little"))
        network.start("a", code, workspace=WORKSPACE)
        assert network.run().status is Status.IDLE
        return network.statistics().nodes["a"].cycles

    assert run_far() - run_far(external=1) == 5 * 4  # 18 bytes are five words
    assert run_far(TimingAssumptions(external_fetch=False)) == run_far(external=1)


def test_the_parts_differ_in_on_chip_memory():
    code = assemble(("ldc", BASE + 0x900), ("ldnl", 0))
    assert cycles(code, "T414", external_cycles=4) - cycles(code, "T414", external_cycles=1) == 3
    assert cycles(code, "T800", external_cycles=4) == cycles(code, "T800", external_cycles=1)


def test_counts_are_by_mnemonic():
    network, _ = run(assemble(("ldc", 300), ("ldc", 1), "add", "mint", "fpuclearerror"))
    counts = network.statistics().nodes["a"].per_instruction
    assert counts == {
        **{"pfix": 6, "ldc": 3, "opr": 4, "add": 1, "mint": 1},
        **{"fpentry": 1, "fpuclearerror": 1, "stopp": 1},
    }
    assert network.statistics().instructions == 13


@pytest.mark.parametrize("cell", [0, 0x12345678])
def test_resetting_a_channel(cell):
    network, _ = run(assemble(("ldc", BASE + 0x800), "resetch"), memory={BASE + 0x800: cell})
    assert network.registers("a")["Areg"] == cell
    assert network.peek("a", BASE + 0x800) == BASE
    before = assemble(("ldc", BASE + 0x800))
    assert cycles(before + encode("resetch")) - cycles(before) == 3 + 1


def unpacked(x):
    return registers(push(0, 5, x) + encode("unpacksn"), "T414")


def test_t414_unpacks_reals():
    got = unpacked(0x40490FDB)  # 3.14159274
    assert (got["Areg"], got["Breg"], got["Creg"]) == (signed(0xC90FDB00), 128, 21)
    assert unpacked(0)["Creg"] == 20
    assert unpacked(0x7F800000)["Creg"] == 22
    assert unpacked(0x7F800001)["Creg"] == 23
    got = unpacked(1)  # a denormal: exponent 1, as INMOS's library has it
    assert (got["Areg"], got["Breg"], got["Creg"]) == (0x100, 1, 21)


@pytest.mark.parametrize(
    ("high", "low", "exponent", "expected"),
    [
        (0xC90FDB00, 0, 128, 0x40490FDB),
        (0xC90FDB80, 0, 128, 0x40490FDC),  # a tie, to even: up
        (0xC90FDA80, 0, 128, 0x40490FDA),  # a tie, to even: down
        (0xC90FDA80, 1, 128, 0x40490FDB),
        (0xFFFFFFFF, 0, 127, 0x40000000),  # carries into the exponent
        (0x80000000, 0, 255, 0x7F800000),  # too large: infinity
        (0x00000100, 0, 0, 0x00000001),
    ],
)
def test_t414_rounds_reals(high, low, exponent, expected):
    got = registers(push(exponent, signed(high), low) + encode("roundsn"), "T414")
    assert got["Areg"] == signed(expected)


def test_t414_normalises_small_and_large_exponents():
    def normalised(exponent, shifted, high, low=0):
        code = assemble(("ldc", exponent), ("stl", 0)) + push(shifted, signed(high), low)
        return registers(code + encode("postnormsn"), "T414")

    got = normalised(100, 3, 0x80000000)
    assert (got["Areg"], got["Breg"], got["Creg"]) == (0, -(2**31), 97)
    assert normalised(1000, 3, 0x80000000)["Creg"] == 255
    got = normalised(3, 3, 0x80000000)  # exponent 0: one place down
    assert (got["Areg"], got["Breg"], got["Creg"]) == (0, 0x40000000, 0)
    got = normalised(0, 40, 0x80000001)  # 41 places: part falls off and sticks
    assert (got["Areg"], got["Breg"], got["Creg"]) == (0x400000 | 1, 0, 0)


def test_t414_infinity_and_its_check():
    assert registers(encode("ldinf"), "T414")["Areg"] == 0x7F800000
    for x, error in ((0x7F800000, 1), (0x7FC00000, 1), (0x7F7FFFFF, 0), (0, 0)):
        assert registers(push(0, 0, x) + encode("cflerr"), "T414")["error"] == error
    for mnemonic in ("unpacksn", "ldinf", "cflerr"):
        cost = by_mnemonic(mnemonic).cycles.parameters[0]
        before = push(0, 0, 0)
        assert cycles(before + encode(mnemonic), "T414") - cycles(before, "T414") == cost + 1
        assert run(before + encode(mnemonic))[1].status is Status.UNKNOWN_INSTRUCTION
