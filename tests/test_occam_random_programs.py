"""Random programs with reals, in every check mode on both parts, against a model in Python."""

import pytest

from occam.program import Checks
from tests.occam_programs import PARTS, run
from tests.random_occam import Maker


def check_program(seed):
    text, words = Maker(seed).program()
    for part in PARTS:
        for checks in Checks:
            done = run(text, part, checks)
            assert done.ended, (seed, part, checks, done, text)
            assert done.words == words, (seed, part, checks, text)


@pytest.mark.parametrize("seed", range(6))
def test_programs_compute_what_the_model_does(seed):
    check_program(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_programs_compute_what_the_model_does(seed):
    check_program(seed)
