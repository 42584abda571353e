"""The answer's words out of a JSON object that is still being written.

The generator returns an object whose ``answer`` is shown while it grows; the rest (option, legal basis) is
only trusted when the object is whole and checked.
"""

from __future__ import annotations

from pydantic_core import from_json


class AnswerText:
    """Feed pieces, get the new characters of the answer."""

    def __init__(self) -> None:
        self._raw = ""
        self._n_shown = 0

    def feed(self, piece: str) -> str:
        self._raw += piece
        begin = self._raw.find("{")  # a weak model may talk first, or open a code fence
        if begin < 0:
            return ""
        try:
            written = from_json(self._raw[begin:], allow_partial="trailing-strings").get("answer")
        except (ValueError, AttributeError):  # no JSON so far, or words after it
            return ""
        if not isinstance(written, str):
            return ""
        new, self._n_shown = written[self._n_shown :], len(written)
        return new
