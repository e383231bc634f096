"""Fields of a table: each value that is taken, each that is refused, and where the fault is."""

import math

import numpy as np
import pytest

from common.errors import InputError
from common.fields import Fields

TABLE = {
    "name": "hub",
    "unit": "degrees",
    "sources": ["a book", "a drawing"],
    "mass": 2,
    "matrix": [[1, 2.5], [3, 4]],
    "flag": True,
    "inner": {"depth": 1},
    "rows": [{"x": 1}, {"x": 2}],
    "empty": "",
}


def fields():
    return Fields(TABLE, "hub.toml")


def test_each_kind_of_field():
    read = fields()
    assert read.text("name") == "hub"
    assert read.choice("unit", ("radians", "degrees")) == "degrees"
    assert read.texts("sources") == ("a book", "a drawing")
    assert read.number("mass", "kg") == 2.0
    assert isinstance(read.number("mass", "kg"), float)
    assert read.positive("mass", "kg") == 2.0
    np.testing.assert_array_equal(read.array("matrix", (2, 2), "2 x 2"), [[1.0, 2.5], [3.0, 4.0]])
    assert read.length("matrix", "a list") == 2
    assert read.flag("flag") is True
    assert read.table("inner", "a table").number("depth", "m") == 1.0
    assert [row.number("x", "m") for row in read.tables("rows", "tables")] == [1.0, 2.0]
    assert "mass" in read
    assert "weight" not in read


def test_what_is_missing_has_its_default():
    read = Fields({}, "hub.toml")
    assert read.text("name", "none") == "none"
    assert read.choice("unit", ("radians",), "radians") == "radians"
    assert read.texts("sources") == ()
    assert read.number("mass", "kg", 1.5) == 1.5
    np.testing.assert_array_equal(read.array("matrix", (2,), "2", [1, 2]), [1.0, 2.0])
    assert read.flag("flag") is False
    read.finish()


@pytest.mark.parametrize(
    ("take", "place", "problem"),
    [
        (lambda f: f.text("size"), "size", "missing"),
        (lambda f: f.text("mass"), "mass", "2 is not a name"),
        (lambda f: f.text("empty"), "empty", "'' is not a name"),
        (lambda f: f.choice("unit", ("radians", "turns")), "unit", "'degrees' is unknown"),
        (lambda f: f.texts("name"), "name", "'hub' is not"),
        (lambda f: f.texts("matrix"), "matrix", "[[1, 2.5], [3, 4]] is not"),
        (lambda f: f.number("name", "kg"), "name", "'hub' is not a number"),
        (lambda f: f.number("flag", "kg"), "flag", "True is not a number"),
        (lambda f: f.number("mass", "kg", least=3.0), "mass", "2.0 is less than 3"),
        (lambda f: f.array("matrix", (2, 3), "2 x 3"), "matrix[0]", "2 entries instead of 3"),
        (lambda f: f.array("mass", (2,), "2"), "mass", "2 is not a list of 2"),
        (lambda f: f.length("mass", "a list"), "mass", "2 is not a list"),
        (lambda f: f.flag("mass"), "mass", "2 is not"),
        (lambda f: f.table("mass", "a table"), "mass", "2 is not a table"),
        (lambda f: f.tables("inner", "tables"), "inner", "{'depth': 1} holds none"),
        (lambda f: f.tables("sources", "tables"), "sources[0]", "'a book' is not a table"),
        (lambda f: f.table("inner", "a table").text("x"), "inner.x", "missing"),
        (lambda f: f.tables("rows", "tables")[1].text("x"), "rows[1].x", "2 is not a name"),
    ],
)
def test_a_fault_names_its_place(take, place, problem):
    with pytest.raises(InputError) as caught:
        take(fields())
    assert caught.value.place == f"hub.toml: {place}"
    assert problem in caught.value.problem
    assert caught.value.allowed


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 10**400])
def test_what_is_no_finite_number_is_refused(value):
    read = Fields({"mass": value, "row": [1, value]}, "hub.toml")
    with pytest.raises(InputError, match=r"hub\.toml: mass: .* is not finite"):
        read.number("mass", "kg")
    with pytest.raises(InputError, match=r"hub\.toml: row\[1\]: .* is not finite"):
        read.array("row", (2,), "2")


@pytest.mark.parametrize("value", [0, -1.0])
def test_what_is_not_positive_is_refused(value):
    with pytest.raises(InputError, match="is not positive"):
        Fields({"mass": value}, "hub.toml").positive("mass", "kg")


def test_what_nobody_asked_for_is_refused():
    read = Fields({"mass": 1, "weight": 2}, "hub.toml")
    read.number("mass", "kg")
    read.number("size", "m", 1.0)
    with pytest.raises(InputError, match=r"hub\.toml: weight: unknown field; allowed: mass, size"):
        read.finish()
