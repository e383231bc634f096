"""The one directory that a booted program may see, and how a name is followed inside it.

A name is walked component by component from a descriptor of the root, each step refusing a
symbolic link (`O_NOFOLLOW`, `dir_fd`), so what was checked is what is opened: there is no moment at
which another process could swap a directory for a link. A name can therefore not leave the root by
`..`, by an absolute path, or through a link, wherever the link points.

Files only: directories, devices, pipes and sockets are refused. So is writing to a file that has a
second name (a hard link), because that name may lie outside the root.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common.errors import InputError

_STEP_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_NONBLOCK: opening a pipe must not wait for its other end before it is refused.
_FILE_FLAGS = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK


class Refused(OSError):
    """The sandbox does not allow what was asked; the message says why."""


class Sandbox:
    """Opens, removes and renames files below one directory and nowhere else.

    Parameters
    ----------
    root
        The directory. It is opened once: renaming it later does not move the sandbox.
    writable
        Whether files may be made, changed, removed and renamed.

    Raises
    ------
    InputError
        When ``root`` is not a directory that can be read.
    """

    def __init__(self, root: Path, writable: bool = False) -> None:
        self.writable = writable
        try:
            self._root = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(f"root {str(root)!r}", reason, "a directory that exists") from error

    def close(self) -> None:
        """Give the root's descriptor back."""
        os.close(self._root)

    def open(self, name: bytes, flags: int, truncate: bool = False) -> int:
        """Open a regular file and return its descriptor.

        Parameters
        ----------
        name
            Components separated by ``/``; relative to the root.
        flags
            ``os.O_RDONLY``, ``O_WRONLY`` or ``O_RDWR``, with ``O_CREAT`` or ``O_APPEND`` if wanted.
        truncate
            Empty the file, after it is known to be one that may be written.

        Raises
        ------
        OSError
            `Refused` by the sandbox, or any refusal of the system.
        """
        writes = bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND)) or truncate
        if writes:
            self._require_writable()
        with self._parent(name) as (directory, last):
            descriptor = os.open(last, flags | _FILE_FLAGS, 0o666, dir_fd=directory)
        try:
            self._check_file(os.fstat(descriptor), writes)
            if truncate:
                os.ftruncate(descriptor, 0)
            os.set_blocking(descriptor, True)
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor

    def remove(self, name: bytes) -> None:
        """Remove a regular file; raises OSError when that is refused."""
        self._require_writable()
        with self._parent(name) as (directory, last):
            self._check_file(os.lstat(last, dir_fd=directory), writes=False)
            os.unlink(last, dir_fd=directory)

    def rename(self, old: bytes, new: bytes) -> None:
        """Rename a regular file, replacing a file that has the new name; raises OSError."""
        self._require_writable()
        with self._parent(old) as (source, first), self._parent(new) as (target, last):
            self._check_file(os.lstat(first, dir_fd=source), writes=False)
            os.rename(first, last, src_dir_fd=source, dst_dir_fd=target)

    def _require_writable(self) -> None:
        if not self.writable:
            raise Refused("the root is read-only (--writable allows writing)")

    @staticmethod
    def _check_file(status: os.stat_result, writes: bool) -> None:
        if not stat.S_ISREG(status.st_mode):
            raise Refused("not a regular file")
        if writes and status.st_nlink > 1:
            raise Refused("the file has a second name, which may lie outside the root")

    @contextmanager
    def _parent(self, name: bytes) -> Iterator[tuple[int, bytes]]:
        """Walk to the directory of ``name``: its descriptor, and the last component."""
        parts = components(name)
        directory = os.dup(self._root)
        try:
            for part in parts[:-1]:
                below = os.open(part, _STEP_FLAGS, dir_fd=directory)
                os.close(directory)
                directory = below
            yield directory, parts[-1]
        finally:
            os.close(directory)


def components(name: bytes) -> list[bytes]:
    """Split a name at ``/``; raises `Refused` for a name that is empty, absolute or has ``..``."""
    if b"\0" in name:
        raise Refused("the name has a zero byte")
    if name.startswith(b"/"):
        raise Refused("the name is absolute")
    if name.endswith(b"/"):
        raise Refused("the name is a directory's")
    parts = [part for part in name.split(b"/") if part not in (b"", b".")]
    if not parts:
        raise Refused("the name is empty")
    if b".." in parts:
        raise Refused("the name leads upwards")
    return parts
