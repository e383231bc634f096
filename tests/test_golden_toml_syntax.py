"""TOML that is none: one line, in the words of a person who wrote the file."""

import pytest

from common.errors import InputError
from golden.toml.syntax import fields_of


def test_fields_are_read():
    assert fields_of("mass = 2.5", "a.toml").number("mass", "kg") == 2.5


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("mass = ", "Invalid value (at end of document)"),
        ("mass = " + "1" * 5000, "a number has thousands of digits; allowed: a TOML file"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a = 1\na = 2", "Cannot overwrite a value"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(text, problem):
    with pytest.raises(InputError) as caught:
        fields_of(text, "a.toml")
    assert str(caught.value).startswith("a.toml: TOML syntax: ")
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
