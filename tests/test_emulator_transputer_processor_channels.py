"""Messages between processes of one transputer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.transputer.assembly.assembler import assemble
from emulator.transputer.isa.timing_assumptions import TimingAssumptions
from emulator.transputer.network.network import Network, NodeConfig
from emulator.transputer.network.results import Status
from tests.transputer_programs import BASE

WORKSPACE = BASE + 0x800
FREE = TimingAssumptions(process_switch_cycles=0, pre_empt_cycles=0, resume_cycles=0)
SOURCE, TARGET = BASE + 0xA00, BASE + 0xB00

PAIR = """
        mint
        stlf
        mint
        sthf
        mint
        stl     8
        ldc     other - a1
        ldlp    -20
        startp
a1:     {first}
        stopp
other:  {second}
        stopp
"""
INPUT = "ldc {target}\nldlp {channel}\nldc {count}\nin"
OUTPUT = "ldc {source}\nldlp {channel}\nldc {count}\nout"


def run(first, second, memory=None, part="T800"):
    network = Network([NodeConfig("a", part)], timing=FREE)
    for address, value in (memory or {}).items():
        network.poke("a", address, value)
    code = assemble(PAIR.format(first=first, second=second)).code
    network.start("a", code, workspace=WORKSPACE)
    outcome = network.run()
    assert outcome.status is Status.IDLE, outcome
    assert network.peek("a", WORKSPACE + 32) == BASE  # the channel is empty again
    return network


@pytest.mark.parametrize("input_first", [True, False])
@given(count=st.integers(0, 30), source=st.integers(0, 5), target=st.integers(0, 5))
@settings(max_examples=20)
def test_messages_arrive_whole(input_first, count, source, target):
    channel = (8, 28) if input_first else (28, 8)
    receive = INPUT.format(target=TARGET + target, channel=channel[0], count=count)
    send = OUTPUT.format(source=SOURCE + source, channel=channel[1], count=count)
    memory = {SOURCE + 4 * i: 0x01020304 * (i + 1) for i in range(10)}
    network = run(*((receive, send) if input_first else (send, receive)), memory)
    sent = b"".join((0x01020304 * (i + 1)).to_bytes(4, "little") for i in range(10))
    words = [network.peek("a", TARGET + 4 * i) % 2**32 for i in range(10)]
    got = b"".join(word.to_bytes(4, "little") for word in words)
    assert got[target : target + count] == sent[source : source + count]
    assert got[:target] == bytes(target)
    assert got[target + count :] == bytes(40 - target - count)


@pytest.mark.parametrize("input_first", [True, False])
@pytest.mark.parametrize(("output", "count"), [("outword", 4), ("outbyte", 1)])
def test_words_and_bytes(input_first, output, count):
    channel = (8, 28) if input_first else (28, 8)
    receive = INPUT.format(target=TARGET, channel=channel[0], count=count)
    send = f"ldlp {channel[1]}\nldc #12345678\n{output}"
    network = run(*((receive, send) if input_first else (send, receive)))
    assert network.peek("a", TARGET) == (0x12345678 if count == 4 else 0x78)


@pytest.mark.parametrize(("output", "count"), [("out", 64), ("outword", 4), ("outbyte", 1)])
@pytest.mark.parametrize("input_first", [True, False])
def test_costs(output, count, input_first):
    channel = (8, 28) if input_first else (28, 8)
    receive = INPUT.format(target=TARGET, channel=channel[0], count=count)
    if output == "out":
        send = OUTPUT.format(source=SOURCE, channel=channel[1], count=count)
    else:
        send = f"ldlp {channel[1]}\nldc 7\n{output}"
    network = run(*((receive, send) if input_first else (send, receive)))
    empty_receive = receive.rsplit("\n", 1)[0]
    empty_send = send.rsplit("\n", 1)[0]
    empty = run(*((empty_receive, empty_send) if input_first else (empty_send, empty_receive)))
    words = (count + 3) // 4
    # Who comes first copies nothing: one word's cost; the other pays for the message.
    inputs, outputs = (1, words) if input_first else (words, 1)
    cost = 2 * inputs + 19 + (2 * outputs + 19 if output == "out" else 23)
    extra = network.statistics().nodes["a"].cycles - empty.statistics().nodes["a"].cycles
    assert extra == cost


def test_a_message_past_the_end_of_memory_is_a_fault():
    network = Network([NodeConfig("a", memory_bytes=4096)])
    send = OUTPUT.format(source=BASE + 0xFF0, channel=28, count=64)
    receive = INPUT.format(target=TARGET, channel=8, count=64)
    code = assemble(PAIR.format(first=receive, second=send)).code
    network.start("a", code, workspace=WORKSPACE)
    outcome = network.run()
    assert outcome.status is Status.FAULT
    assert "a: no memory at #80001000" in outcome.reason
