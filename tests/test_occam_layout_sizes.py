import pytest

from occam.language.types import ArrayType, ChannelType, Primitive, Protocol, TimerType
from occam.layout.sizes import (
    agreed_size,
    fits_word,
    fixed_size,
    lie_alike,
    size_in_bytes,
    size_in_words,
    unit_size,
    words_for,
)

INT, BYTE, REAL64 = Primitive.INT, Primitive.BYTE, Primitive.REAL64
CHANNEL = ChannelType(Protocol("", (INT,)))
OPEN = ArrayType(None, ArrayType(4, INT))


@pytest.mark.parametrize(
    ("type_", "size", "word_count"),
    [
        (INT, 4, 1),
        (Primitive.BOOL, 1, 1),
        (Primitive.INT16, 2, 1),
        (REAL64, 8, 2),
        (ArrayType(5, BYTE), 5, 2),
        (ArrayType(3, ArrayType(2, REAL64)), 48, 12),
        (ArrayType(3, CHANNEL), 12, 3),
        (TimerType(), 0, 0),
    ],
)
def test_sizes(type_, size, word_count):
    assert size_in_bytes(type_) == size
    assert size_in_words(type_) == word_count


def test_an_open_array_has_no_fixed_size():
    with pytest.raises(ValueError, match=r"\[\]\[4\]INT"):
        size_in_bytes(ArrayType(None, ArrayType(4, INT)))


def test_a_size_that_is_not_fixed_is_none():
    assert fixed_size(OPEN) is None
    assert fixed_size(ArrayType(3, ArrayType(4, INT))) == 48
    assert fixed_size(REAL64) == 8


def test_of_arrays_with_equal_lengths_one_tells_the_size():
    assert agreed_size(OPEN, ArrayType(2, ArrayType(4, INT))) == 32
    assert agreed_size(ArrayType(2, ArrayType(4, INT)), OPEN) == 32
    assert agreed_size(OPEN, OPEN) is None


def test_bytes_take_whole_words():
    assert [words_for(size) for size in (0, 1, 4, 5, 8)] == [0, 1, 1, 2, 2]


def test_an_array_is_made_of_its_innermost_elements():
    assert unit_size(ArrayType(None, ArrayType(4, REAL64))) == 8
    assert unit_size(BYTE) == 1


def test_what_goes_by_a_register():
    assert all(fits_word(type_) for type_ in (INT, BYTE, Primitive.BOOL, Primitive.REAL32))
    assert not any(fits_word(type_) for type_ in (REAL64, ArrayType(1, INT), CHANNEL))


def test_which_variables_have_the_same_words():
    assert lie_alike(INT, Primitive.REAL32)
    assert lie_alike(Primitive.INT64, REAL64)
    assert not lie_alike(BYTE, Primitive.BOOL)
    assert not lie_alike(INT, Primitive.INT16)
    assert not lie_alike(REAL64, ArrayType(2, INT))
