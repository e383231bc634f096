"""Floating-point instructions: registers, memory, FP_Error, cost and concurrency."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.transputer.isa.instruction_set import by_mnemonic, encode
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.results import Status
from tests.transputer_programs import BASE, assemble, cycles, run, signed

X, Y, OUT = BASE + 0x800, BASE + 0x808, BASE + 0x810
FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)
DOUBLES = st.floats(allow_nan=False, allow_infinity=False)


def words(value, double):
    if double:
        bits = int(np.float64(value).view(np.uint64))
        return [signed(bits), signed(bits >> 32)]
    return [signed(int(np.float32(value).view(np.uint32)))]


def memory(x, y, double):
    cells = {}
    for place, value in ((X, x), (Y, y)):
        cells |= {place + 4 * i: word for i, word in enumerate(words(value, double))}
    return cells


def load(place, double):
    return assemble(("ldc", place), "fpldnldb" if double else "fpldnlsn")


def store(double):
    return assemble(("ldc", OUT), "fpstnldb" if double else "fpstnlsn")


def result(network, double):
    got = [network.peek("a", OUT + 4 * i) for i in range(1 + double)]
    bits = sum((word % 2**32) << (32 * i) for i, word in enumerate(got))
    return np.uint64(bits).view(np.float64) if double else np.uint32(bits).view(np.float32)


def evaluate(code, x, y, double, part="T800", **options):
    program = load(X, double) + load(Y, double) + code + store(double)
    network, outcome = run(program, part, memory=memory(x, y, double), **options)
    assert outcome.status is Status.IDLE, outcome
    return result(network, double), network.registers("a")["FP error"]


@pytest.mark.parametrize(
    ("mnemonic", "operation"),
    [
        ("fpadd", np.add),
        ("fpsub", np.subtract),
        ("fpmul", np.multiply),
        ("fpdiv", np.divide),
    ],
)
@pytest.mark.parametrize("double", [0, 1])
@settings(max_examples=40)
@given(data=st.data())
def test_arithmetic(mnemonic, operation, double, data):
    kind, numbers = ((np.float32, FLOATS), (np.float64, DOUBLES))[double]
    x, y = data.draw(numbers), data.draw(numbers)
    with np.errstate(all="ignore"):
        expected = operation(kind(x), kind(y))
    got, error = evaluate(encode(mnemonic), x, y, double)
    if np.isnan(expected):
        assert np.isnan(got)
    else:
        assert got == expected
        assert np.signbit(got) == np.signbit(expected)
    assert error == int(not np.isfinite(expected))


@pytest.mark.parametrize("double", [0, 1])
def test_rounding_modes_hold_for_one_operation(double):
    kind = (np.float32, np.float64)[double]
    third = kind(1) / kind(3)
    modes = {"fpurn": third, "fpurz": None, "fpurp": None, "fpurm": None}
    got = {m: evaluate(encode(m) + encode("fpdiv"), 1, 3, double)[0] for m in modes}
    assert got["fpurn"] == third
    assert got["fpurz"] == got["fpurm"] < got["fpurp"] == np.nextafter(got["fpurm"], kind(1))
    negative = {m: evaluate(encode(m) + encode("fpdiv"), -1, 3, double)[0] for m in modes}
    assert negative["fpurz"] == negative["fpurp"] == -got["fpurz"]
    assert negative["fpurm"] == -got["fpurp"]
    for mode in ("fpurp", "fpurm"):  # anything between resets the mode to nearest
        assert evaluate(assemble(mode, "fprev", "fprev", "fpdiv"), 1, 3, double)[0] == third
        assert evaluate(assemble(mode, "fpordered", "fpdiv"), 1, 3, double)[0] == third


@pytest.mark.parametrize("double", [0, 1])
def test_memory_operands(double):
    suffix = "db" if double else "sn"
    for mnemonic, expected in (("fpldnladd", 2.5 + 0.75), ("fpldnlmul", 2.5 * 0.75)):
        code = assemble(("ldc", X), mnemonic + suffix)
        assert evaluate(code, 2.5, 0.75, double) == (expected, 0)
    indexed = assemble(("ldc", 1), ("ldc", X), f"fpldnl{suffix}i")
    got, _ = evaluate(indexed, 1, 5, double)
    assert got == (5 if double else 0)  # element 1 of REAL32s at X is the next word
    assert evaluate(encode("fpldzero" + suffix), 1, 2, double) == (0, 0)


@pytest.mark.parametrize("double", [0, 1])
def test_stack_operations(double):
    assert evaluate(encode("fprev"), 3, 4, double)[0] == 3
    assert evaluate(assemble("fpdup", "fpadd"), 3, 4, double)[0] == 8
    assert evaluate(assemble("fpdup", "fpadd", "fpadd"), 3, 4, double)[0] == 11


@pytest.mark.parametrize(
    ("mnemonic", "x", "expected", "error"),
    [
        ("fpuabs", -2.5, 2.5, 0),
        ("fpuabs", -np.inf, np.inf, 1),
        ("fpumulby2", 3.0, 6.0, 0),
        ("fpudivby2", 3.0, 1.5, 0),
        ("fpuexpinc32", 1.5, 1.5 * 2**32, 0),
        ("fpuexpdec32", 1.5, 1.5 * 2**-32, 0),
        ("fpint", 2.5, 2.0, 0),
        ("fpint", -3.5, -4.0, 0),
        ("fprtoi32", 2147483904.0, 2147483904.0, 1),
        ("fprtoi32", -2147483648.0, -2147483648.0, 0),
        ("fpuchki32", 2147483904.0, 2147483904.0, 1),
        ("fpuchki64", 2147483904.0, 2147483904.0, 0),
        ("fpuchki64", 2.0**63, 2.0**63, 1),
        ("fpuseterror", 1.0, 1.0, 1),
    ],
)
@pytest.mark.parametrize("double", [0, 1])
def test_operations_on_one_operand(mnemonic, x, expected, error, double):
    assert evaluate(encode(mnemonic), 0, x, double) == (expected, error)


@pytest.mark.parametrize("double", [0, 1])
@given(x=st.floats(0, 2.0**100, width=32))
@settings(max_examples=30)
def test_square_root_sequence(double, x):
    steps = ["fpusqrtstep"] * (2 + 3 * double)
    kind = (np.float32, np.float64)[double]
    code = assemble("fpusqrtfirst", *steps, "fpusqrtlast")
    assert evaluate(code, 0, x, double) == (np.sqrt(kind(x)), 0)


def test_square_root_of_a_negative_number():
    got, error = evaluate(assemble("fpusqrtfirst", "fpusqrtstep", "fpusqrtlast"), 0, -1, 0)
    assert (int(got.view(np.uint32)), error) == (0x7F840000, 1)


@pytest.mark.parametrize("double", [0, 1])
@given(x=st.floats(-(2.0**60), 2.0**60, width=32), y=st.floats(0.5, 2.0**20, width=32))
@settings(max_examples=30)
def test_remainder_loop(double, x, y):
    # fpremfirst; eqc 0; cj over; again: fpremstep; cj again; over:
    step = encode("fpremstep")
    again = step + encode("cj", -(len(step) + 2))
    code = assemble("fpremfirst", ("eqc", 0), ("cj", len(again)), again)
    got, error = evaluate(code, x, y, double)
    exact = Fraction(x) - round(Fraction(x) / Fraction(y)) * Fraction(y)
    assert (Fraction(float(got)), error) == (exact, 0)


@pytest.mark.parametrize(
    ("x", "y", "greater", "equal", "ordered", "error"),
    [
        (2.0, 1.0, 1, 0, 1, 0),
        (1.0, 2.0, 0, 0, 1, 0),
        (-1.0, 1.0, 0, 0, 1, 0),
        (1.5, 1.5, 0, 1, 1, 0),
        (0.0, -0.0, 0, 1, 1, 0),
        (-2.0, -3.0, 1, 0, 1, 0),
        (np.inf, 1.0, 1, 0, 1, 1),
        (-np.inf, np.inf, 0, 0, 1, 1),
        (np.nan, 1.0, 1, 0, 0, 1),  # as a pattern: beyond the infinity (P, V)
        (1.0, np.nan, 0, 0, 0, 1),
    ],
)
@pytest.mark.parametrize("double", [0, 1])
def test_comparisons(x, y, greater, equal, ordered, error, double):
    for mnemonic, truth in (("fpgt", greater), ("fpeq", equal), ("fpordered", ordered)):
        program = load(X, double) + load(Y, double) + encode("ldc", 9) + encode(mnemonic)
        network, _ = run(program, memory=memory(x, y, double))
        registers = network.registers("a")
        assert (registers["Areg"], registers["Breg"]) == (truth, 9)
        assert registers["FP error"] == (error if mnemonic != "fpordered" else 0)
    for mnemonic, truth in (("fpnan", np.isnan(y)), ("fpnotfinite", not np.isfinite(y))):
        network, _ = run(load(Y, double) + encode(mnemonic), memory=memory(x, y, double))
        assert network.registers("a")["Areg"] == int(truth)


@given(st.integers(-(2**31), 2**31 - 1))
@settings(max_examples=30)
def test_conversions_from_integers(number):
    for mnemonic, double, expected in (
        ("fpi32tor32", 0, np.float32(number)),
        ("fpi32tor64", 1, np.float64(number)),
        ("fpb32tor64", 1, np.float64(number % 2**32)),
    ):
        code = assemble(("ldc", X), mnemonic) + store(double)
        network, _ = run(code, memory={X: number})
        assert result(network, double) == expected


@given(st.floats(-(2.0**31), 2.0**31 - 1, width=64))
@settings(max_examples=30)
def test_conversions_to_integers(x):
    cells = memory(x, 0, 1)
    for mode, expected in (("fpurn", round(x)), ("fpurz", int(x)), ("fpurm", int(np.floor(x)))):
        code = load(X, 1) + assemble(mode, "fprtoi32", ("ldc", OUT), "fpstnli32")
        network, _ = run(code, memory=cells)
        assert network.peek("a", OUT) == signed(expected)


def test_conversions_between_lengths():
    code = load(X, 0) + encode("fpur32tor64") + store(1)
    network, _ = run(code, memory=memory(np.float32(0.1), 0, 0))
    assert result(network, 1) == np.float64(np.float32(0.1))
    for mode, expected in (
        ("fpurn", np.float32(0.1)),
        ("fpurz", np.nextafter(np.float32(0.1), np.float32(0))),
    ):
        code = load(X, 1) + assemble(mode, "fpur64tor32") + store(0)
        network, _ = run(code, memory=memory(0.1, 0, 1))
        assert result(network, 0) == expected
    network, _ = run(load(X, 1) + encode("fpunoround") + store(0), memory=memory(0.1, 0, 1))
    assert result(network, 0) == np.nextafter(np.float32(0.1), np.float32(0))


def test_error_flags():
    code = assemble("fpuseterror", "fptesterror", "fptesterror")
    registers = run(code)[0].registers("a")
    assert (registers["Breg"], registers["Areg"], registers["FP error"]) == (0, 1, 0)
    registers = run(assemble("fpuseterror", "fpchkerror"))[0].registers("a")
    assert (registers["error"], registers["FP error"]) == (1, 1)
    registers = run(assemble("fpuseterror", "fpuclearerror", "fpchkerror"))[0].registers("a")
    assert registers["error"] == 0
    _, outcome = run(assemble("sethalterr", "fpuseterror", "fpchkerror"))
    assert outcome.status is Status.ERROR


def test_a_t414_has_no_fpu_and_a_t800_no_such_entry():
    assert run(encode("fpadd"), "T414")[1].status is Status.UNKNOWN_INSTRUCTION
    _, outcome = run(assemble(("ldc", 0x77), "fpentry"))
    assert outcome.status is Status.UNKNOWN_INSTRUCTION
    assert "a T800 has no FPU entry #77" in outcome.reason


def cost_of(code, double, timing=None, after=b""):
    """Cycles of an operation until the FPU has done it (a synchronous instruction waits)."""
    base = load(X, double) + load(Y, double)
    cells = memory(3.5, 1.25, double)
    wait = encode("fpchkerror")
    with_it = cycles(base + code + after + wait, memory=cells, timing=timing)
    return with_it - cycles(base + after + wait, memory=cells, timing=timing)


OVERLAPPED = ["fpadd", "fpsub", "fpmul", "fpdiv", "fpint", "fprtoi32", "fprev", "fpdup"]
OVERLAPPED += ["fpuabs", "fpumulby2", "fpudivby2", "fpuexpinc32", "fpuexpdec32", "fpusqrtfirst"]
OVERLAPPED += ["fpusqrtstep", "fpusqrtlast", "fpuchki32", "fpuchki64", "fpurz", "fpuseterror"]
SYNCHRONOUS = ["fpgt", "fpeq", "fpordered", "fpnan", "fpnotfinite", "fpchkerror", "fptesterror"]


@pytest.mark.parametrize("mnemonic", OVERLAPPED + SYNCHRONOUS)
@pytest.mark.parametrize("double", [0, 1])
def test_costs_are_the_tables(mnemonic, double):
    numbers = by_mnemonic(mnemonic).cycles.parameters
    typical = numbers[2 * double] if len(numbers) == 4 else numbers[0]
    greatest = numbers[2 * double + 1] if len(numbers) == 4 else numbers[0]
    if mnemonic in OVERLAPPED:  # the prefix of the waiting fpchkerror runs meanwhile
        typical, greatest = max(typical - 1, 1), max(greatest - 1, 1)
    prefixes = len(encode(mnemonic)) - 1
    assert cost_of(encode(mnemonic), double) == typical + prefixes
    slow = TimingAssumptions(floating_case="maximum")
    assert cost_of(encode(mnemonic), double, slow) == greatest + prefixes


@pytest.mark.parametrize(
    ("mnemonic", "double", "typical"),
    [("fpldnladdsn", 0, 8), ("fpldnlmulsn", 0, 13), ("fpldnladddb", 1, 9), ("fpldnlmuldb", 1, 21)],
)
def test_memory_operand_costs(mnemonic, double, typical):
    code = assemble(("ldc", X), mnemonic)
    # All but the last byte are prefixes and ldc; the waiting fpchkerror's prefix runs meanwhile.
    assert cost_of(code, double) == typical - 1 + len(code) - 1


def test_the_cpu_goes_on_while_the_fpu_works():
    base = load(X, 0) + load(Y, 0)
    cells = memory(3.5, 1.25, 0)
    integers = assemble(("ldc", 1), ("ldc", 2), "add", ("stl", 0))  # 4 cycles
    alone = cycles(base + encode("fpdiv") + encode("fpchkerror"), memory=cells)
    both = cycles(base + encode("fpdiv") + integers + encode("fpchkerror"), memory=cells)
    assert both == alone
    network, _ = run(base + encode("fpdiv") + integers + encode("fpchkerror"), memory=cells)
    node = network.statistics().nodes["a"]
    # fpdiv: 16 cycles of FPU; 1 to issue it, 4 for the integers, 1 prefix, then the CPU waits.
    assert node.fpu_busy_cycles == 16
    assert node.fpu_wait_cycles == 16 - 1 - 4 - 1
    assert node.fpu_overlap_cycles == 6


def test_denormals_are_slow():
    tiny = float(np.float32(1e-40))
    base = load(X, 0) + load(Y, 0) + encode("fpadd") + encode("fpchkerror")
    fast = cycles(base, memory=memory(1.0, 1.0, 0))
    assert cycles(base, memory=memory(1.0, tiny, 0)) == fast + 3


def test_inner_product_step_of_the_facts():
    # c[i][j] := c[i][j] + a[i][k] * b[k][j] as INMOS's compiler wrote it, -U (docs/facts, 6).
    subscript = (("ldl", 2), "bcnt", ("ldl", 0), "add", ("ldl", 9), "wsub")
    code = assemble(
        *(("ldl", 2), "bcnt", ("ldl", 4), "add", ("ldl", 7), "fpldnlsni"),
        *(("ldl", 4), "bcnt", ("ldl", 0), "add", ("ldl", 8), "wsub", "fpldnlmulsn"),
        *(*subscript, "fpldnladdsn"),
        *(*subscript, "fpstnlsn"),
    )
    block = (("ldc", 0), ("stl", 4), ("ldc", 4), ("stl", 5), ("ldc", 0), ("stl", 2))
    block += (("ldc", 0), ("stl", 0), ("ldc", X), ("stl", 7), ("ldc", X + 0x100), ("stl", 8))
    setup = assemble(*block, ("ldc", X + 0x200), ("stl", 9))
    tail = assemble(("ldlp", 4))
    distance = len(code) + len(tail) + 2 + 2
    loop = code + tail + assemble(("ldc", distance), "lend")
    a, b = [1.0, 2.0, 3.0, 4.0], [0.5, 0.25, 2.0, 1.5]
    cells = {X + 4 * k: words(a[k], 0)[0] for k in range(4)}
    cells |= {X + 0x100 + 16 * k: words(b[k], 0)[0] for k in range(4)}
    network, outcome = run(setup + loop, memory=cells)
    assert outcome.status is Status.IDLE
    got = np.uint32(network.peek("a", X + 0x200) % 2**32).view(np.float32)
    assert got == np.dot(np.float32(a), np.float32(b))
    total = network.statistics().nodes["a"].cycles
    head = cycles(setup)
    overlapped = (total - 12 - head + 5) / 4  # the last lend exits in 5 cycles, not 10
    assert overlapped == 74  # 91 without overlap, 74 with it (docs/facts/transputer.md, 6)
