"""The answer's words out of a JSON object that is still being written.

The generator returns an object whose ``answer`` is shown while it grows; the rest (option, legal basis) is
only trusted when the object is whole and checked.
"""

from __future__ import annotations

import json
import re

_KEY = re.compile(r'"answer"\s*:\s*"')
_WHOLE_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')


class AnswerText:
    """Feed pieces, get the new characters of the answer."""

    def __init__(self) -> None:
        self._raw = ""
        self._at: int | None = None  # where the value's next unread character is
        self._done = False

    def feed(self, piece: str) -> str:
        self._raw += piece
        if self._done:
            return ""
        if self._at is None:
            match = _KEY.search(self._raw)
            if match is None:
                return ""
            self._at = match.end()
        return self._read()

    def _read(self) -> str:
        assert self._at is not None
        out: list[str] = []
        while self._at < len(self._raw):
            char = self._raw[self._at]
            if char == '"':
                self._done = True
                break
            if char != "\\":
                out.append(char)
                self._at += 1
                continue
            escape = _WHOLE_ESCAPE.match(self._raw, self._at)
            if escape is None:
                break  # the rest of the escape has not come yet
            text = json.loads(f'"{escape.group()}"')
            if "\ud800" <= text <= "\udbff":  # first half of a pair: wait for the second
                second = _WHOLE_ESCAPE.match(self._raw, escape.end())
                if second is None:
                    break
                text = json.loads(f'"{escape.group()}{second.group()}"')
                escape = second
            out.append(text)
            self._at = escape.end()
        return "".join(out)
