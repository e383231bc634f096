"""The host through a pseudo-terminal, against a device that is the emulator behind frames."""

import os
import select
import threading
import tty

import numpy as np
import pytest

import torqueflow as tf
from common.errors import InputError
from emulator.systolic import SystolicArray
from golden.generators import planar
from golden.trajectory import random_trajectory
from hdl.payloads import words
from hdl.serial.frames import answer_frame, request_frame
from torqueflow.facade.arm import Arm
from torqueflow.host import Host, fields

POINTS = 20


@pytest.fixture(scope="module")
def machine():
    return tf.design(Arm(planar(2)), width=12)


class Device:
    """A core at the other end of a pseudo-terminal; ``spoil`` makes what is sent of an answer."""

    def __init__(self, machine, spoil=lambda count, answer: answer):
        self.design, self.spoil = machine.design, spoil
        self.request, self.answer = request_frame(self.design), answer_frame(self.design)
        self.emulated = SystolicArray(self.design)
        self.end, self.other = os.openpty()
        tty.setraw(self.other)
        self.port = os.ttyname(self.other)
        self.served, self.stopped = 0, False
        self.thread = threading.Thread(target=self.serve)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped = True
        self.thread.join()
        os.close(self.other)

    def serve(self):
        came = b""
        while not self.stopped:
            if not select.select([self.end], [], [], 0.02)[0]:
                continue
            try:
                came += os.read(self.end, 4096)
            except OSError:
                break  # nobody has the port open
            *frames, came = came.split(b"\0")
            for frame in frames:
                told = self.request.unpacked(frame)
                if told is not None and not self.reply(*told):
                    os.close(self.end)
                    return
        os.close(self.end)

    def reply(self, tag, payload):
        """Answer a request; False if the line is to vanish."""
        inputs = np.array([fields(payload, self.design.inputs)])
        row = words(self.emulated.outputs(inputs), self.design.outputs)[0]
        answer = self.answer.packed(tag, row.tobytes()[: self.answer.set_bytes])
        sent = self.spoil(self.served, answer)
        self.served += 1
        if sent is None:
            return False
        os.write(self.end, sent)
        return True


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
        Device(machine, FAULTS[fault]) as device,
        Host(machine, device.port, patience=0.2, attempts=100) as host,
    ):
        for _ in range(2):
            np.testing.assert_array_equal(host.stream(motion(machine)), expected(machine))


def test_a_line_that_sends_back_what_it_gets_is_no_core(machine):
    with Device(machine) as device:
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
        Device(other) as device,
        Host(machine, device.port, patience=0.05, attempts=2) as host,
        pytest.raises(InputError, match="a core of this design"),
    ):
        host.stream(motion(machine))


def test_answers_to_an_earlier_request_are_passed_over(machine):
    late = []

    def spoil(count, answer):
        late.append(answer)
        return b"".join(late[:-1][-2:]) + answer

    with Device(machine, spoil) as device, Host(machine, device.port, window=1) as host:
        np.testing.assert_array_equal(host.stream(motion(machine)), expected(machine))


def test_a_line_that_vanishes_is_told_in_one_line(machine):
    device = Device(machine, lambda count, answer: None if count == 5 else answer)
    host = Host(machine, device.port, patience=0.2, attempts=100)
    with device, host, pytest.raises(InputError) as told:
        host.stream(motion(machine))
    assert told.value.place == device.port
    assert "vanished" in str(told.value)
    assert "\n" not in str(told.value)


def test_a_core_that_falls_silent_is_told(machine):
    with (
        Device(machine, lambda count, answer: answer if count < 5 else b"") as device,
        Host(machine, device.port, patience=0.05, attempts=3) as host,
        pytest.raises(InputError, match="5 of 20 sets answered"),
    ):
        host.stream(motion(machine))


def test_a_host_that_stopped_reading_gets_right_answers_later(machine):
    with Device(machine) as device:
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
