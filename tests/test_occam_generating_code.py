import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.place import Place
from emulator.transputer.isa import instruction_set as isa
from emulator.transputer.network.network import Network, NodeConfig
from occam.generating.code import Code, Label


def run(code: Code) -> Network:
    """Run code with its workspace at #80000800."""
    network = Network([NodeConfig("a")])
    network.start("a", code.assemble().code, workspace=-(2**31) + 0x800)
    network.run(max_cycles=1_000_000)
    return network


def test_operands_may_be_found_late():
    sizes: list[int] = []
    code = Code()
    code.emit("ldl", lambda: sizes[0])
    sizes.append(100)
    assert code.assemble().code == isa.encode("ldl", 100)


@pytest.mark.parametrize("between", [0, 1, 14, 15, 16, 17, 250, 256, 70_000])
def test_a_branch_forward_arrives(between):
    code, end = Code(), Label("end")
    code.branch("j", end)
    code.data(b"\x20" * between, 1)
    code.place(end)
    assembled = code.assemble()
    jump = len(assembled.code) - between
    assert assembled.code[:jump] == isa.encode("j", between)


@pytest.mark.parametrize("between", [0, 1, 13, 14, 15, 300])
def test_a_branch_back_arrives(between):
    code = Code()
    start = code.place(Label("start"))
    code.data(b"\x20" * between, 1)
    code.branch("j", start)
    code = code.assemble().code
    jump = len(code) - between
    assert code[between:] == isa.encode("j", -between - jump)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=12), st.data())
def test_any_branches_settle_and_arrive(gaps, data):
    code = Code()
    labels = [Label(str(n)) for n in range(len(gaps))]
    branches = []
    for label, gap in zip(labels, gaps, strict=True):
        code.place(label)
        target = data.draw(st.sampled_from(labels))
        branches.append(target)
        code.branch("j", target)
        code.data(b"\x20" * gap, 1)
    assembled = code.assemble()
    for label, target in zip(labels, branches, strict=True):
        at = assembled.labels[label]
        operand = 0
        while True:  # as the processor reads it
            function, digit = divmod(assembled.code[at], 16)
            operand |= digit
            at += 1
            if function == 0:
                break
            operand = (operand if function == 2 else ~operand) << 4
        assert at + operand == assembled.labels[target]


def test_data_is_aligned_and_its_address_is_loaded():
    code, table, end = Code(), Label("table"), Label("end")
    code.emit("ldc", 0)
    code.address(table)
    code.emit("ldnl", 1)
    code.emit("stl", 0)
    code.emit("stopp")
    code.data(b"")
    code.place(table)
    code.data((7).to_bytes(4, "little") + (123456789).to_bytes(4, "little"))
    code.place(end)
    assembled = code.assemble()
    assert assembled.labels[table] % 4 == 0
    assert assembled.labels[end] - assembled.labels[table] == 8
    assert run(code).peek("a", -(2**31) + 0x800) == 123456789


@pytest.mark.parametrize("filler", [0, 9, 20, 300])
def test_a_loop_runs_as_often_as_its_count(filler):
    code = Code()
    for slot, value in ((0, 0), (1, 7), (2, 0)):
        code.emit("ldc", value)
        code.emit("stl", slot)
    start = code.place(Label("loop"))
    code.emit("ldl", 2)
    code.emit("adc", 1)
    code.emit("stl", 2)
    for _ in range(filler):
        code.emit("rev")
    code.emit("ldlp", 0)
    code.loop_end(start)
    code.emit("stopp")
    network = run(code)
    assert network.peek("a", -(2**31) + 0x808) == 7
    assert network.peek("a", -(2**31) + 0x800) == 6


def test_a_difference_of_labels():
    code, first, second = Code(), Label(), Label()
    code.difference(first, second)
    code.place(first)
    code.data(b"\x20" * 5, 1)
    code.place(second)
    assert code.assemble().code[:1] == isa.encode("ldc", 5)


def test_marks_give_the_origin_of_each_byte():
    code = Code()
    code.mark(Place("a.occ", 1, 1), "first")
    code.emit("ldc", 1)
    code.mark(Place("a.occ", 2, 1), "second")
    code.emit("ldc", 1000)
    origins = code.assemble().origins
    assert [(o.offset, o.place.line, o.procedure) for o in origins] == [
        (0, 1, "first"),
        (1, 2, "second"),
    ]


def test_each_item_comes_with_its_bytes():
    code = Code()
    code.emit("ldl", 300)
    code.emit("fpusqrtfirst")
    assembled = code.assemble()
    first, second = (piece for _, _, piece in assembled.items)
    assert first == isa.encode("ldl", 300)
    assert second == isa.encode("fpusqrtfirst")
    assert assembled.code == first + second
