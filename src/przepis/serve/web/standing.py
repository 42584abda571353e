"""What can honestly be said of a wording: in force, repealed, replaced later, or only as of the text that has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from przepis.records import Act, Article, Version
from przepis.serve.messages import Messages

Tone = Literal["good", "plain", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Badge:
    tone: Tone
    text: str


def badges(article: Article, act: Act, version: Version, say: Messages) -> list[Badge]:
    found: list[Badge] = []
    if article.repealed:
        found.append(Badge("bad", say("repealed")))
    elif act.status in ("repealed", "expired"):
        found.append(Badge("bad", say("act_repealed")))
    elif article.valid_to is not None:
        found.append(Badge("warn", say("replaced", until=article.valid_to.isoformat())))
    elif act.status == "in_force":
        found.append(Badge("good", say("in_force")))
    found.append(Badge("plain", say("law_as_of", day=version.as_of.isoformat())))
    return found
