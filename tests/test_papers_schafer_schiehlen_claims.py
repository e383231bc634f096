"""Which of the paper's claims hold here."""

import pytest

from papers.schafer_schiehlen.claims import claims


@pytest.mark.slow
def test_claims_hold_or_not_as_their_verdicts_say():
    found = claims()
    for claim in found:
        assert claim.verdict.startswith("holds" if claim.holds else "does not"), claim.words
        assert claim.figures
    assert [claim.words.split()[0] for claim in found if not claim.holds] == ["this", "the"]
