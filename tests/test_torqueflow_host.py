"""The host through a pseudo-terminal, against a device that is the emulator behind frames."""

import os

import numpy as np
import pytest

import torqueflow as tf
from common.errors import InputError
from golden.generators import planar
from golden.trajectory import random_trajectory
from hdl.serial.frames import request_frame
from tests.serial_device import Device
from torqueflow.facade.arm import Arm
from torqueflow.host import Host

POINTS = 20


@pytest.fixture(scope="module")
def machine():
    return tf.design(Arm(planar(2)), width=12)


def motion(machine):
    return random_trajectory(machine.arm.robot, POINTS, 1)


def expected(machine):
    given = motion(machine)
    return machine.emulate(given.q, given.qd, given.qdd)


def flipped(answer):
    return answer[:5] + bytes([answer[5] ^ 0x11 or 1]) + answer[6:]


FAULTS = {
    "none": lambda count, answer: answer,
    "a bit": lambda count, answer: flipped(answer) if count % 3 == 1 else answer,
    "cut": lambda count, answer: answer[: 5 + count % 7] if count % 4 == 1 else answer,
    "lost": lambda count, answer: b"" if count % 4 == 2 else answer,
    "twice": lambda count, answer: answer + answer,
    "an early word": lambda count, answer: b"\0hello\r\n\0" + answer,
    "a stream of noise": lambda count, answer: b"\x55" * 900 + b"\0" + answer,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_torques_are_the_core_s_whatever_the_line_does(machine, fault):
    with (
        Device(machine.design, FAULTS[fault]) as device,
        Host(machine, device.port, patience=0.2, attempts=100) as host,
    ):
        for _ in range(2):
            np.testing.assert_array_equal(host.stream(motion(machine)), expected(machine))


def test_a_line_that_sends_back_what_it_gets_is_no_core(machine):
    with Device(machine.design) as device:
        device.reply = lambda tag, payload: bool(
            os.write(device.end, device.request.packed(tag, payload))
        )
        with (
            Host(machine, device.port, patience=0.05, attempts=2) as host,
            pytest.raises(InputError, match="0 of 20 sets answered"),
        ):
            host.stream(motion(machine))


def test_a_core_of_another_design_is_not_believed(machine):
    other = tf.design(machine.arm, "lagrangian", width=12)
    assert request_frame(other.design).set_bits == request_frame(machine.design).set_bits
    with (
        Device(other.design) as device,
        Host(machine, device.port, patience=0.05, attempts=2) as host,
        pytest.raises(InputError, match="a core of this design"),
    ):
        host.stream(motion(machine))


def test_answers_to_an_earlier_request_are_passed_over(machine):
    late = []

    def spoil(count, answer):
        late.append(answer)
        return b"".join(late[:-1][-2:]) + answer

    with Device(machine.design, spoil) as device, Host(machine, device.port, window=1) as host:
        np.testing.assert_array_equal(host.stream(motion(machine)), expected(machine))


def test_a_line_that_vanishes_is_told_in_one_line(machine):
    device = Device(machine.design, lambda count, answer: None if count == 5 else answer)
    host = Host(machine, device.port, patience=0.2, attempts=100)
    with device, host, pytest.raises(InputError) as told:
        host.stream(motion(machine))
    assert told.value.place == device.port
    assert "vanished" in str(told.value)
    assert "\n" not in str(told.value)


def test_a_core_that_falls_silent_is_told(machine):
    with (
        Device(machine.design, lambda count, answer: answer if count < 5 else b"") as device,
        Host(machine, device.port, patience=0.05, attempts=3) as host,
        pytest.raises(InputError, match="5 of 20 sets answered"),
    ):
        host.stream(motion(machine))


def test_a_host_that_stopped_reading_gets_right_answers_later(machine):
    with Device(machine.design) as device:
        first = Host(machine, device.port)
        for tag in range(6):  # asked for, never read
            first.send(device.request.packed(tag, bytes(device.request.set_bytes)))
        first.close()
        with Host(machine, device.port) as host:
            np.testing.assert_array_equal(host.stream(motion(machine)), expected(machine))


def test_a_port_that_is_not_there_and_odd_numbers_are_refused(machine, tmp_path):
    with pytest.raises(InputError, match="allowed: a serial port that is there"):
        Host(machine, str(tmp_path / "none"))
    with pytest.raises(InputError, match="allowed: a serial port that is there"):
        Host(machine, str(tmp_path))
    for wrong in ({"window": 0}, {"attempts": 0}, {"patience": 0.0}, {"patience": float("nan")}):
        with pytest.raises(InputError, match=next(iter(wrong))):
            Host(machine, "any", **wrong)
