import pytest

from occam.language.types import (
    ArrayType,
    ChannelType,
    Primitive,
    Protocol,
    TimerType,
    base_of,
    fits,
    open_dimensions,
)
from occam.layout.sizes import size_in_bytes, size_in_words

INT, BYTE, REAL64 = Primitive.INT, Primitive.BYTE, Primitive.REAL64
CHANNEL = ChannelType(Protocol("", (INT,)))


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


def test_what_fits():
    assert fits(ArrayType(4, INT), ArrayType(None, INT))
    assert fits(ArrayType(4, INT), ArrayType(4, INT))
    assert not fits(ArrayType(4, INT), ArrayType(5, INT))
    assert not fits(ArrayType(4, INT), ArrayType(4, Primitive.INT32))
    assert not fits(INT, Primitive.INT32)
    assert fits(CHANNEL, ChannelType(Protocol("", (INT,))))


def test_parts_of_an_array_type():
    type_ = ArrayType(None, ArrayType(None, ArrayType(4, BYTE)))
    assert (base_of(type_), open_dimensions(type_)) == (BYTE, 2)
    assert str(type_) == "[][][4]BYTE"
