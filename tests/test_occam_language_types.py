from occam.language.types import (
    ArrayType,
    ChannelType,
    Primitive,
    Protocol,
    base_of,
    fits,
    open_dimensions,
)

INT, BYTE = Primitive.INT, Primitive.BYTE
CHANNEL = ChannelType(Protocol("", (INT,)))


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
