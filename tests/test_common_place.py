"""A place and an error are each told in one line."""

import pytest

from common.errors import InputError
from common.place import Place


def test_a_place_reads_as_compilers_write_it():
    assert str(Place("ring.occ", 12, 5)) == "ring.occ:12:5"


def test_a_fault_at_a_place():
    with pytest.raises(InputError) as caught:
        Place("ring.occ", 12, 5).fail("'PRA' is unknown", "PAR or SEQ")
    assert str(caught.value) == "ring.occ:12:5: 'PRA' is unknown; allowed: PAR or SEQ"
    assert (caught.value.place, caught.value.problem) == ("ring.occ:12:5", "'PRA' is unknown")
    assert isinstance(caught.value, ValueError)
