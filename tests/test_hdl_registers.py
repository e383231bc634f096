from amaranth.back import rtlil
from amaranth.hdl import Module, Signal
from amaranth.lib.memory import Memory

from hdl.parts.delay import LONGEST_IN_REGISTERS, Delay
from hdl.parts.multiplier import Multiplier
from hdl.parts.stream import Queue
from hdl.registers import StateBits, state_bits


def counted(part):
    return state_bits(rtlil.convert(part, name="top", emit_src=False))


def test_wiring_has_no_state():
    m = Module()
    a, b = Signal(4), Signal(4)
    m.d.comb += b.eq(~a)
    assert state_bits(rtlil.convert(m, ports=[a, b])) == StateBits(0, 0)


def test_flip_flops_with_and_without_reset_and_enable():
    m = Module()
    enable, data = Signal(), Signal(8)
    plain, held = Signal(8, reset_less=True), Signal(5, init=3)
    bit = Signal(reset_less=True)
    m.d.sync += [plain.eq(data), bit.eq(data[0])]
    with m.If(enable):
        m.d.sync += held.eq(plain)
    netlist = rtlil.convert(m, ports=[enable, data, plain, held, bit])
    assert state_bits(netlist) == StateBits(8 + 5 + 1, 0)


def test_a_multiplier():
    assert counted(Multiplier(7, 9, 4, 12)) == StateBits(7 + 9 + 16 + 12, 0)


def test_delays_in_registers_and_in_memory():
    assert counted(Delay(9, [3])) == StateBits(27, 0)
    depth = LONGEST_IN_REGISTERS + 4
    position = (depth - 1).bit_length()
    assert counted(Delay(9, [depth + 1])) == StateBits(9 + position, 9 * depth)


def test_a_queue():
    level, held, ends = 3, 2, 2 * 3
    assert counted(Queue(11, 6)) == StateBits(11 + level + held + ends, 66)


def test_a_memory_read_at_once_has_no_output_register():
    m = Module()
    m.submodules.memory = memory = Memory(shape=6, depth=10, init=[])
    port = memory.read_port(domain="comb")
    write = memory.write_port()
    netlist = rtlil.convert(m, ports=[port.addr, port.data, write.addr, write.data, write.en])
    assert state_bits(netlist) == StateBits(0, 60)
