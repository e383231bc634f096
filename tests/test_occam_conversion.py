"""convert.lib: numbers to text and back, against Python's exact decimal arithmetic."""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

import numpy as np
import pytest

from tests.occam_functions import serve

WIDTH = 48
TO_TEXT = """
#USE "convert.lib"
PROC main ()
  CHAN OF {type} in:
  CHAN OF [{width}]BYTE out:
  PLACE in AT 4:
  PLACE out AT 0:
  {type} x:
  [{width}]BYTE text:
  INT len:
  WHILE TRUE
    SEQ
      in ? x
      {call}
      SEQ i = len FOR {width} - len
        text[i] := '~'
      out ! text
:
"""
FROM_TEXT = """
#USE "convert.lib"
PROC main ()
  CHAN OF INT::[]BYTE in:
  CHAN OF BOOL good:
  CHAN OF {type} out:
  PLACE in AT 4:
  PLACE out AT 0:
  PLACE good AT 0:
  [{width}]BYTE text:
  INT len:
  BOOL error:
  {type} x:
  WHILE TRUE
    SEQ
      in ? len::text
      {routine} (error, x, [text FROM 0 FOR len])
      good ! error
      out ! x
:
"""


def to_text(routine, type_, values, *arguments, part="T800"):
    call = f"{routine} ({', '.join(['len', 'text', 'x', *map(str, arguments)])})"
    program = TO_TEXT.format(type=type_, width=WIDTH, call=call)
    received, _ = serve(program, values.tobytes(), WIDTH * len(values), part=part)
    lines = [received[i : i + WIDTH] for i in range(0, len(received), WIDTH)]
    return [line.decode().rstrip("~") for line in lines]


def from_text(routine, type_, texts, dtype, part="T800"):
    program = FROM_TEXT.format(type=type_, width=WIDTH, routine=routine)
    data = b"".join(len(text).to_bytes(4, "little") + text.encode() for text in texts)
    size = 1 + np.dtype(dtype).itemsize
    received, _ = serve(program, data, size * len(texts), part=part)
    records = np.frombuffer(received, [("error", np.uint8), ("x", dtype)])
    return records["x"], records["error"].astype(bool)


def rounded(x, digits):
    """Digits and exponent of 0.DIGITS * 10^exponent, to nearest even."""
    if digits <= 0:
        digits = max(digits, 0)
        scaled = Decimal(x).scaleb(-Decimal(x).adjusted() - 1) if x else Decimal(0)
        up = digits == 0 and scaled > Decimal("0.5")
        return ("1", Decimal(x).adjusted() + 2) if up else ("", 1)
    value = Decimal(x).normalize(Context(digits, ROUND_HALF_EVEN))
    text = "".join(map(str, value.as_tuple().digits))
    return text, value.adjusted() + 1 if x else 1


def exponential(x, count, limit, places, sign):
    digits, point = rounded(x, min(count, limit))
    digits = digits.ljust(count, "0")
    fraction = f" {digits}" if count == 1 else f"{digits[0]}.{digits[1:]}"
    return f"{sign}{fraction}E{point - 1:+0{places + 1}d}"


def expected(x, negative, limit, places, ip, dp):
    """The text INMOS's manual describes, of a magnitude."""
    sign = "-" if negative else " "
    if ip == 0 and dp == 0:
        digits, point = rounded(x, limit)
        if -3 <= point <= limit:
            whole = digits[:point].ljust(point, "0") if point > 0 else "0"
            fraction = "0" * max(-point, 0) + digits[max(point, 0) :]
            text = f"{whole}.{fraction or '0'}"
        else:
            text = f"{digits[0]}.{digits[1:] or '0'}E{point - 1:+0{places + 1}d}"
        return sign.strip() + text
    if ip == 0:
        return exponential(x, dp, limit, places, sign)
    point = Decimal(x).adjusted() + 1 if x else 1
    keep = point + dp
    if 0 < keep <= limit or not x:
        text = f"{Decimal(x).quantize(Decimal(1).scaleb(-dp), ROUND_HALF_EVEN, Context(400)):f}"
    else:
        digits, point = rounded(x, min(keep, limit))
        text = f"{Decimal('0.' + (digits or '0')).scaleb(point):.{dp}f}"
    if len(text) <= ip + dp + 1:
        return (sign + text).rjust(ip + dp + 2)
    if ip + dp - 2 > places:
        return exponential(x, ip + dp - 2 - places, limit, places, sign)
    return (sign + "Ov").ljust(ip + dp + 2)


def singles():
    random = np.random.default_rng(1)
    bits = random.integers(0, 2**32, 150, np.uint32).view(np.float32)
    special = np.array(
        [0, -0.0, 1, -1, 0.5, 9.99999, 99.95, 0.0009765625, 1e-45, 3.4028235e38, 123456792],
        np.float32,
    )
    halves = (random.integers(-99999, 99999, 80) / 8).astype(np.float32)
    plain = (random.uniform(-1, 1, 80) * 10.0 ** random.integers(-6, 11, 80)).astype(np.float32)
    return np.concatenate([special, bits[np.isfinite(bits)], halves, plain])


FORMATS = [(0, 0), (0, 1), (0, 5), (0, 12), (6, 3), (1, 1), (3, 2), (12, 8), (1, 4)]


@pytest.mark.parametrize("form", FORMATS)
def test_real32_to_text(form):
    x = singles()
    got = to_text("REAL32TOSTRING", "REAL32", x, *form)
    for value, text in zip(x, got, strict=True):
        want = expected(abs(float(value)), bool(np.signbit(value)), 9, 2, *form)
        assert text == want, float(value)


@pytest.mark.parametrize("form", [(0, 0), (0, 17), (8, 6), (20, 3)])
def test_real64_to_text(form):
    random = np.random.default_rng(2)
    bits = random.integers(0, 2**63, 60, np.int64).view(np.float64)
    special = [5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 0.1, 1e23, -123456.5]
    plain = random.uniform(-1, 1, 60) * 10.0 ** random.integers(-6, 16, 60)
    x = np.concatenate([bits[np.isfinite(bits)], special, plain])
    got = to_text("REAL64TOSTRING", "REAL64", x, *form)
    for value, text in zip(x.tolist(), got, strict=True):
        assert text == expected(abs(value), value < 0, 17, 3, *form), value


def test_a_t414_writes_the_same():
    x = singles()[::8]
    t414, t800 = (to_text("REAL32TOSTRING", "REAL32", x, 0, 0, part=p) for p in ("T414", "T800"))
    assert t414 == t800


@pytest.mark.parametrize(
    ("form", "texts"),
    [
        ((0, 0), ["Inf", "-Inf", "NaN"]),
        ((0, 4), [" Inf      ", "-Inf      ", " NaN      "]),
        ((5, 2), [" Inf     ", "-Inf     ", " NaN     "]),
    ],
)
def test_what_is_no_number(form, texts):
    x = np.array([np.inf, -np.inf, np.nan], np.float32)
    assert to_text("REAL32TOSTRING", "REAL32", x, *form) == texts


def test_integers_to_text():
    x = np.array([0, 7, -7, 1234567890, 2**31 - 1, -(2**31), -10], np.int32)
    assert to_text("INTTOSTRING", "INT", x) == [str(v) for v in x]
    assert to_text("HEXTOSTRING", "INT", x) == [f"{v % 2**32:08X}" for v in x.tolist()]
    halves = np.array([0, -1, 2**15 - 1, -(2**15), 0x1A2], np.int16)
    texts = [f"{v % 2**16:04X}" for v in halves.tolist()]
    assert to_text("HEX16TOSTRING", "INT16", halves) == texts
    x = np.array([0, -1, 2**63 - 1, -(2**63), 10**18, -(10**17)], np.int64)
    assert to_text("INT64TOSTRING", "INT64", x) == [str(v) for v in x]
    assert to_text("HEX64TOSTRING", "INT64", x) == [f"{v % 2**64:016X}" for v in x.tolist()]


@pytest.mark.parametrize(
    ("routine", "type_", "dtype", "bits"),
    [("STRINGTOINT", "INT", np.int32, 32), ("STRINGTOINT64", "INT64", np.int64, 64)],
)
def test_text_to_integers(routine, type_, dtype, bits):
    top = 2 ** (bits - 1)
    good = [0, 1, -1, 12345, top - 1, -top, -1000]
    bad = [str(top), str(-top - 1), "", "-", "12a", "1 ", "--1", "9" * 30]
    values, error = from_text(routine, type_, [*map(str, good), "+5", "007", *bad], dtype)
    assert values[: len(good) + 2].tolist() == [*good, 5, 7]
    assert error.tolist() == [False] * (len(good) + 2) + [True] * len(bad)


def test_text_to_hexadecimal():
    texts = ["0", "ff", "DEADBEEF", "00000000012345678", "123456789", "G", ""]
    values, error = from_text("STRINGTOHEX", "INT", texts, np.uint32)
    assert values[:4].tolist() == [0, 255, 0xDEADBEEF, 0x12345678]
    assert error.tolist() == [False] * 4 + [True] * 3
    texts = ["0", "ff", "BEEF", "00007FFF", "10000", "-1", ""]
    values, error = from_text("STRINGTOHEX16", "INT16", texts, np.uint16)
    assert values[:4].tolist() == [0, 255, 0xBEEF, 0x7FFF]
    assert error.tolist() == [False] * 4 + [True] * 3


def real_texts(dtype, count=120):
    random = np.random.default_rng(3)
    integer = {4: np.uint32, 8: np.uint64}[np.dtype(dtype).itemsize]
    top = 2 ** (8 * np.dtype(dtype).itemsize) - 1
    x = random.integers(0, top, count, integer).view(dtype)
    x = x[np.isfinite(x)]
    exact = [f"{Decimal(float(v)):.16E}" for v in x]
    with np.errstate(over="ignore"):  # half way between neighbours, as far as 19 digits tell
        middle = [
            (Decimal(float(v)) + Decimal(float(np.nextafter(v, dtype(np.inf))))) / 2 for v in x
        ]
    halves = [f"{m:.18E}" for m in middle if m.is_finite()]
    plain = [f"{v:.6f}" for v in random.uniform(-1000, 1000, count)]
    edges = ["0.0", "-0.0", "1.0", "1E+400", "-1E+39", "1.0E-400", "4.9E-324", "1.4E-45", "7.0E-46"]
    edges += ["3.4028235677973366E+38", "3.4028235E+38", "2.4703282292062327E-324", "16777217.0"]
    edges += ["1.7976931348623159E+308", "2.4703282292062328E-324", "9007199254740993.0"]
    edges += ["0.00000000000000000000000000000000000000001", "12345678901234567890123456789.0"]
    return [*exact, *halves, *plain, *edges]


def nearest(text, dtype):
    """Round a text once: Python's own float does for REAL64, not for REAL32."""
    if dtype is np.float64:
        return dtype(float(text))
    if abs(Fraction(text)) >= 2**128 - 2**103:  # half way from the largest to the next power
        return dtype(np.copysign(np.inf, float(text)))
    close = dtype(np.clip(float(text), *(np.finfo(dtype).min, np.finfo(dtype).max)))
    with np.errstate(over="ignore"):
        around = [close, *(np.nextafter(close, dtype(end)) for end in (-np.inf, np.inf))]
    around = [x for x in around if np.isfinite(x)]
    exact = Fraction(text)
    distance = [(abs(Fraction(float(x)) - exact), int(x.view(np.int32)) & 1) for x in around]
    return around[distance.index(min(distance))]


@pytest.mark.parametrize("part", ["T800", "T414"])
@pytest.mark.parametrize(
    ("routine", "type_", "dtype"),
    [("STRINGTOREAL32", "REAL32", np.float32), ("STRINGTOREAL64", "REAL64", np.float64)],
)
def test_text_to_reals(routine, type_, dtype, part):
    texts = [text for text in real_texts(dtype) if len(text) <= WIDTH]
    got, error = from_text(routine, type_, texts, dtype, part)
    assert not error.any()
    for text, value in zip(texts, got, strict=True):
        assert value.tobytes() == nearest(text, dtype).tobytes(), text


def test_what_is_no_real():
    texts = ["", "-", ".5", "1.0E5", "1.0E+", "1.0F+5", "1.0E+5x", "one", "1.0.0"]
    values, error = from_text("STRINGTOREAL32", "REAL32", texts, np.float32)
    assert error.all()
    assert np.isnan(values).all()
