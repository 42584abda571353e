"""What the Journal's index says of an act (``status_pl``), and what that means for the act a text belongs to."""

from __future__ import annotations

from przepis.records import ActStatus

_NOT_IN_FORCE: dict[str, ActStatus] = {
    "uchylony": "repealed",
    "uznany za uchylony": "repealed",
    "uchylony wykazem": "repealed",
    "nieobowiązujący - uchylona podstawa prawna": "repealed",
}
_IN_FORCE = frozenset(
    {"obowiązujący", "akt posiada tekst jednolity", "akt objęty tekstem jednolitym", "akt jednorazowy"}
)
EXPIRED = "wygaśnięcie aktu"
"""On a consolidated text: a newer one exists, and the act itself is in force. On a base act: it has expired."""


def act_status(stated: str, *, consolidated: bool) -> ActStatus:
    """The status of the act whose text says ``stated`` of itself; ``unknown`` where the words are not known."""
    words = " ".join(stated.lower().split())
    if words == EXPIRED:
        return "in_force" if consolidated else "expired"
    if words in _IN_FORCE:
        return "in_force"
    return _NOT_IN_FORCE.get(words, "unknown")
