"""How the page says whether a provision is law: a badge for what it is, a line for what must be said with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from przepis.answer.shown import GRAVE, reworded_since
from przepis.corpus.validity.standing import Standing
from przepis.messages import Messages
from przepis.records import Article, Note, Version

Tone = Literal["good", "plain", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Badge:
    tone: Tone
    text: str


def badges(standing: Standing, article: Article, version: Version, say: Messages) -> list[Badge]:
    found: list[Badge] = []
    if standing.omitted:
        found.append(Badge("warn", say("omitted")))
    elif standing.repealed:
        found.append(Badge("bad", say("repealed")))
    elif standing.act.in_force_on(standing.on) is False:
        found.append(Badge("bad", say("act_repealed")))
    elif standing.ended:
        found.append(Badge("bad", say("not_begun")))
    elif article.valid_to is not None:
        found.append(Badge("warn", say("replaced", until=article.valid_to.isoformat())))
    elif (since := reworded_since(standing)) is not None:
        found.append(Badge("warn", say("reworded", day=since.isoformat())))
    elif standing.in_force:
        found.append(Badge("good", say.status("in_force", standing.read_to)))
    if article.unsettled:
        found.append(Badge("warn", say("not_established")))
    if article.ours:
        found.append(Badge("warn", say("ours_short")))
    else:
        found.append(Badge("plain", say.law_as_of(version.as_of, standing.read_to)))
    return found


def warnings(notes: Iterable[Note], say: Messages) -> list[Badge]:
    """One line a note; red where the provision is not law."""
    return [
        Badge("bad" if note.key.startswith(GRAVE) else "warn", say(note.key, **dict(note.values))) for note in notes
    ]
