"""The fields of a TOML file's text, or one line that says what is wrong with it."""

from __future__ import annotations

import tomllib

from common.errors import InputError
from common.fields import Fields

_ALLOWED = "a TOML file"


def fields_of(text: str, file: str) -> Fields:
    """Return the fields of a text; `file` is its name, for messages.

    Raises
    ------
    InputError
        The syntax is wrong, a number has thousands of digits, or tables are nested too deeply.
    """
    try:
        return Fields(tomllib.loads(text), file)
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
    except ValueError:
        problem = "a number has thousands of digits"
    except RecursionError:
        problem = "nested too deeply"
    raise InputError(file, f"TOML syntax: {problem}", _ALLOWED)
