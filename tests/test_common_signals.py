"""Signals that end the program unwind it once, whatever else comes."""

import subprocess
import sys

import pytest

from tests.processes import PATIENCE

TWO_AT_ONCE = """
import os, signal
from common.signals import Ended, listening
both = {signal.SIGINT, signal.SIGTERM}
for number in both:
    signal.signal(number, signal.SIG_DFL)  # whatever this was started from
with listening():
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, both)
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGINT)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, both)
    except (KeyboardInterrupt, Ended):
        print("unwound")
    print("once")
"""


def test_a_second_signal_at_the_same_time_says_nothing():
    done = subprocess.run(
        [sys.executable, "-c", TWO_AT_ONCE],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "unwound\nonce\n", "")


IN_A_FINALISER = """
import signal, time
from common.signals import Ended, listening
class Late:
    def __del__(self):
        signal.raise_signal(NUMBER)
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, signal.SIG_DFL)  # whatever this was started from
with listening():
    try:
        Late()
        while True:
            time.sleep(0.01)
    except (KeyboardInterrupt, Ended) as error:
        print(type(error).__name__)
"""


@pytest.mark.parametrize(
    ("number", "raised"), [("SIGTERM", "Ended"), ("SIGINT", "KeyboardInterrupt")]
)
def test_a_signal_is_not_lost_where_python_drops_what_is_raised(number, raised):
    done = subprocess.run(
        [sys.executable, "-c", IN_A_FINALISER.replace("NUMBER", f"signal.{number}")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{raised}\n", "")
