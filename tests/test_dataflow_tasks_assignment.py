"""Assignments of blocks to processors, as they are written, and all there are."""

import pytest

from common.errors import InputError
from dataflow.tasks.assignment import all_assignments, as_text, on_one, read_assignment


def test_blocks_may_stand_in_any_order():
    found = read_assignment("x=1, L=3,k=2,q=3,M=1")
    assert found == {"M": 1, "k": 2, "q": 3, "L": 3, "x": 1}
    assert as_text(found) == "M=1,k=2,q=3,L=3,x=1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "names no block"),
        ("M", "names no block"),
        ("M=1,k=1,q=1,L=1", "no processor for x"),
        ("M=1,k=1,q=1,L=1,x=1,z=2", "'z' is unknown"),
        ("M=1,M=2,k=1,q=1,L=1,x=1", "named twice"),
        ("M=5,k=1,q=1,L=1,x=1", "beyond what four links reach"),
        ("M=0,k=1,q=1,L=1,x=1", "beyond what four links reach"),
        ("M=-1,k=1,q=1,L=1,x=1", "'-1' is no processor"),
        ("M=a,k=1,q=1,L=1,x=1", "'a' is no processor"),
        ("M=²,k=1,q=1,L=1,x=1", "is no processor"),
    ],
)
def test_what_is_no_assignment_is_told(text, told):
    with pytest.raises(InputError, match=told):
        read_assignment(text)


def test_all_assignments_leave_numbering_aside():
    # The numbers of ways to part five things into at most k heaps: 1, 16, 41, 51 (Stirling).
    assert [len(list(all_assignments(k))) for k in (1, 2, 3, 4)] == [1, 16, 41, 51]
    assert next(all_assignments(3)) == on_one()
