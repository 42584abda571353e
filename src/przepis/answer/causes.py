"""What made a wording, whether it is official, and what could not be applied: the same words on every face."""

from __future__ import annotations

from przepis.corpus.history import Moment
from przepis.messages import Messages
from przepis.records import Article, Version


def wording_days(article: Article, say: Messages) -> str:
    """From when to when it is so worded; of a consolidated text's own day only that it is not later is known."""
    days = []
    if article.valid_from is not None:
        days.append(say("in_force_from" if article.from_exact else "in_force_by", since=article.valid_from.isoformat()))
    if article.valid_to is not None:
        days.append(say("until", until=article.valid_to.isoformat()))
    return " ".join(days)


def standing_lines(article: Article, version: Version, say: Messages) -> list[str]:
    """What made the wording, whether it is ours, and what could not be applied."""
    lines = []
    if article.made_by:
        causes = "; ".join(f"{cause.address}, {cause.provision}" for cause in article.made_by)
        lines.append(say("made_by", causes=causes))
    if article.ours:
        lines.append(say("ours_made", n=article.n_operations, address=version.address))
    for gap in article.unsettled:
        where = f"{gap.cause.address}, {gap.cause.provision}"
        lines.append(say("unsettled", day=gap.since.isoformat(), where=where, reason=gap.reason))
    return lines


def moment_line(moment: Moment, say: Messages) -> str:
    """One day of an article's history: „2023-10-01 zmieniony: Dz.U. 2022 poz. 2600, art. 1 pkt 3”."""
    causes = "; ".join(f"{cause.address}, {cause.provision}" for cause in moment.causes)
    what = say("change_refused", reason=moment.refused) if moment.refused else say(f"change_{moment.change}")
    unknown = "" if moment.exact or moment.change == "first" else f" {say('exact_day_unknown')}"
    return f"{moment.day} {what}{': ' + causes if causes else ''}{unknown}"
