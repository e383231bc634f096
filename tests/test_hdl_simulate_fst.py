"""VCD written again as FST: read back by GTKWave's library, it says the same."""

import pytest

from hdl.simulate.fst import write_fst

pylibfst = pytest.importorskip("pylibfst")

VCD = """$version of a test $end
$timescale 1ps $end
 $scope module $rootio $end
  $var wire 1 # clk $end
 $upscope $end
 $scope module core $end
  $var wire 1 # clk $end
  $var wire 8 $ word [7:0] $end
  $scope module decoded_inputs $end
   $var real 64 %! q1_rad $end
  $upscope $end
 $upscope $end
$enddefinitions $end
#0
0#
bx $
r0 %!
#5000
1#
b101 $
r-1.25e-05 %!
#10000
0#
b11111111 $
"""


def changes(path):
    """Every change by the signal's dotted name: lists of (time, value)."""
    lib, ffi = pylibfst.lib, pylibfst.ffi
    reader = lib.fstReaderOpen(str(path).encode())
    assert reader != ffi.NULL
    _, signals = pylibfst.get_scopes_signals2(reader)
    found = {signal.name: [] for signal in signals.by_name.values()}
    names = {}
    for signal in signals.by_name.values():
        names.setdefault(signal.handle, []).append(signal.name)

    def seen(_, time, handle, value):
        for name in names[handle]:
            found[name].append((time, pylibfst.helpers.string(value)))

    lib.fstReaderSetFacProcessMaskAll(reader)
    pylibfst.fstReaderIterBlocks(reader, seen)
    lib.fstReaderClose(reader)
    return found


def test_scopes_times_and_values_are_the_same(tmp_path):
    (tmp_path / "run.vcd").write_text(VCD)
    write_fst(tmp_path / "run.vcd", tmp_path / "run.fst")
    found = changes(tmp_path / "run.fst")
    clock = [(0, "0"), (5000, "1"), (10000, "0")]
    assert found["core.clk"] == found["$rootio.clk"] == clock
    assert found["core.word [7:0]"] == [
        (0, "xxxxxxxx"), (5000, "00000101"), (10000, "11111111")
    ]  # fmt: skip
    assert [(t, float(v)) for t, v in found["core.decoded_inputs.q1_rad"]] == [
        (0, 0.0), (5000, -1.25e-05)
    ]  # fmt: skip


def test_what_is_no_vcd_is_told(tmp_path):
    (tmp_path / "run.vcd").write_text("hello\n")
    with pytest.raises(RuntimeError, match="no values"):
        write_fst(tmp_path / "run.vcd", tmp_path / "run.fst")


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "run.vcd").write_text(VCD)
    with pytest.raises(RuntimeError, match="cannot be written"):
        write_fst(tmp_path / "run.vcd", tmp_path / "no" / "run.fst")
