"""Folders for what is temporary, which no signal leaves behind."""

from __future__ import annotations

import tempfile
from pathlib import Path

from common.signals import held


class ScratchFolder(tempfile.TemporaryDirectory[str]):
    """A folder that is gone when the ``with`` ends, whenever a signal comes.

    A signal between the making of the folder and the note that it must be removed, or in the
    midst of its removal, would leave it: both wait for their end.

    Parameters
    ----------
    within
        The folder to make it in; None for the system's.
    prefix
        Its name begins so.
    """

    def __init__(self, within: Path | None = None, prefix: str = "torqueflow-") -> None:
        try:
            with held():
                super().__init__(prefix=prefix, dir=within)
        except BaseException:
            if hasattr(self, "name"):  # it was made, and then the signal that waited came
                self.cleanup()
            raise

    def cleanup(self) -> None:
        """Remove the folder and all that is in it."""
        with held():
            super().cleanup()
