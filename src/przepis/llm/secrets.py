"""Keys stay out of logs, errors and ledgers: they are read late, never printed, and cut out of what servers
echo.
"""

from __future__ import annotations

import os
import re

from przepis.errors import InputError

HIDDEN = "[key hidden]"
# What common keys look like, for a server that echoes a key which is not quite ours.
_KEY_SHAPES = re.compile(
    r"(?i)\bbearer\s+[\w\-.~+/=*]+|\b(?:sk|pk|rk)-[\w\-*]{6,}|\bAIza[\w\-]{10,}|\b(?:api[_-]?key|key|token)=[^\s&\"']+"
)


class Secret:
    """A key that prints as nothing. ``reveal`` is called in one place: where the header is made."""

    __slots__ = ("_value",)

    def __init__(self, value: str = "") -> None:
        self._value = value

    def __repr__(self) -> str:
        return "Secret(set)" if self._value else "Secret(empty)"

    __str__ = __repr__

    def __bool__(self) -> bool:
        return bool(self._value)

    def __reduce__(self) -> tuple[type[Secret], tuple[()]]:
        """A pickled or copied settings object carries no key."""
        return (Secret, ())

    def reveal(self) -> str:
        return self._value

    def redact(self, text: str) -> str:
        """``text`` without this key, or anything shaped like one."""
        if self._value:
            text = text.replace(self._value, HIDDEN)
        return _KEY_SHAPES.sub(HIDDEN, text)


def read_key(variable: str, *, required: bool) -> Secret:
    value = os.environ.get(variable, "").strip() if variable else ""
    if required and not value:
        raise InputError(f"the endpoint needs a key; put it in the environment variable {variable}")
    if any(c in value for c in "\r\n\0"):
        raise InputError(f"the key in {variable} has a line break inside; it must be one line")
    return Secret(value)
