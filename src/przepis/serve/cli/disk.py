"""What a disk refuses: full, or not to be read or written. It ends in one line; anything else shows its trace."""

from __future__ import annotations

import errno
import sqlite3

from przepis.errors import StoreError
from przepis.records import note

_FULL = {errno.ENOSPC, errno.EDQUOT}
_REFUSED = {errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO}
_SQLITE_FULL = {sqlite3.SQLITE_FULL}
_SQLITE_REFUSED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR}
_PRIMARY = 0xFF  # SQLite says more in the higher bits


def disk_refusal(error: Exception) -> StoreError | None:
    """The error to show; None where it is not the disk's."""
    if _is(error, _FULL, _SQLITE_FULL) or _numpy_ran_out(error):
        return StoreError(
            f"the disk is full ({error}); what was done is kept: make room and run the same command again",
            note("error_disk_full", detail=error),
        )
    if _is(error, _REFUSED, _SQLITE_REFUSED):
        return StoreError(
            f"the system refused ({error}); give another --home or --out, or the right to read and write there",
            note("error_disk_refused", detail=error),
        )
    return None


def _is(error: Exception, numbers: set[int], codes: set[int]) -> bool:
    if isinstance(error, OSError):
        return error.errno in numbers
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & _PRIMARY in codes


def _numpy_ran_out(error: Exception) -> bool:
    """``array.tofile`` tells how much it wrote, and no number of an error."""
    return isinstance(error, OSError) and error.errno is None and "requested and" in str(error)
