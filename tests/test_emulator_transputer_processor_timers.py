"""Clocks, timer queues and events: order and times known in advance."""

import pytest

from emulator.transputer.network.results import Status
from tests.transputer_programs import BASE
from tests.transputer_scheduled import start, word


def test_timer_input_waits_until_after_the_time():
    network = start(
        """
        ldc     100
        sttimer
        ldc     105             -- low priority: 64 us a tick
        tin
        ldtimer
        stl     32
        ldc     50              -- in the past
        tin
        ldtimer
        stl     33
        stopp
"""
    )
    assert network.run().status is Status.IDLE
    node = network.statistics().nodes["a"]
    assert (word(network, 32), word(network, 33)) == (106, 106)
    assert 6 * 64e-6 < node.seconds < 6 * 64e-6 + 5e-6
    assert node.idle_cycles > 0.9 * node.cycles


def test_the_timer_queue_is_in_order_of_time():
    network = start(
        """
        ldc     0
        sttimer
        ldc     0
        stl     32
        ldc     late - a1
        ldlp    -20
        startp
a1:     ldc     early - a2
        ldlp    -40
        startp
a2:     ldc     5
        tin
        ldl     32
        ldc     10
        prod
        adc     2
        stl     32
        stopp
late:   ldc     9
        tin
        ldl     20 + 32
        ldc     10
        prod
        adc     3
        stl     20 + 32
        stopp
early:  ldc     2
        tin
        ldl     40 + 32
        ldc     10
        prod
        adc     1
        stl     40 + 32
        stopp
"""
    )
    assert network.run().status is Status.IDLE
    assert word(network, 32) == 123
    assert network.peek("a", BASE + 0x28) == BASE  # the queue is empty again


def test_processes_waiting_for_the_same_time_wake_in_the_order_they_came():
    branch = "{name}: ldc 5\ntin\nldl {at} + 32\nldc 10\nprod\nadc {n}\nstl {at} + 32\nstopp\n"
    network = start(
        "ldc 0\nsttimer\nldc 0\nstl 32\n"
        "ldc one - a1\nldlp -20\nstartp\na1: ldc two - a2\nldlp -40\nstartp\na2: stopp\n"
        + branch.format(name="one", at=20, n=1)
        + branch.format(name="two", at=40, n=2)
    )
    assert network.run().status is Status.IDLE
    assert word(network, 32) == 12


def test_a_high_priority_timer_interrupts_and_the_clock_ticks_in_microseconds():
    network = start(
        """
        ldc     0
        sttimer
        ldc     high - h1
        ldpi
h1:     stl     -21
        ldlp    -20
        runp
        ldc     0
        stl     32
loop:   ldl     32
        adc     1
        stl     32
        j       loop
high:   ldc     20
        tin
        ldtimer
        stl     20 + 33
        sethalterr
        seterr
"""
    )
    assert network.run(max_cycles=10_000).status is Status.ERROR
    assert word(network, 33) == 22 or word(network, 33) == 21
    assert network.statistics().nodes["a"].seconds == pytest.approx(22e-6, abs=1.5e-6)
    assert word(network, 32) > 30


def test_the_event_channel_wakes_its_process():
    source = "ldlp 40\nmint\nldnlp 8\nldc 0\nin\nldc 1\nstl 32\nstopp\n"
    network = start(source)
    network.signal_event("a", 5000)
    assert network.run().status is Status.IDLE
    assert word(network, 32) == 1
    assert 5000 < network.statistics().nodes["a"].cycles < 5050
    waiting = start(source)
    outcome = waiting.run()
    assert outcome.status is Status.DEADLOCK
    assert "waits to input from the event channel" in outcome.reason


def test_an_event_before_its_input_is_kept():
    network = start(
        "ldc 0\nstl 1\nldc 100\nstl 2\nl: ldlp 1\nldc e - l\nlend\ne: ldlp 40\nmint\n"
        "ldnlp 8\nldc 0\nin\nldc 1\nstl 32\nstopp\n"
    )
    network.signal_event("a", 50)
    assert network.run().status is Status.IDLE
    assert word(network, 32) == 1


def test_a_clock_never_started_is_told():
    outcome = start("ldc 5\ntin\nstopp\n").run()
    assert outcome.status is Status.DEADLOCK
    assert "a clock that was never started" in outcome.reason
