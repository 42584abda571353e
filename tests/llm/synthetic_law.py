"""A small made-up law in a real store: as many articles as a test needs."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from przepis.corpus.ingest import ingest
from przepis.corpus.store import Store
from przepis.sources.parsed import ParsedAct, ParsedArticle

ACT_ID = "DU/2001/900"
SECOND_ID = "DU/1999/800"


def article_text(number: int) -> str:
    return (
        f"1. Posiadacz rejestru numer {number} może żądać zwrotu kosztów przejazdu poniesionych w danym roku.\n"
        f"2. Wniosek składa się w terminie {number % 30 + 1} dni od dnia powrotu."
    )


def parsed_act(n_articles: int, *, eli: str = ACT_ID, title: str = "o zwrocie kosztów przejazdu") -> ParsedAct:
    return ParsedAct(
        eli=eli,
        title=title,
        act_date=dt.date(2001, 3, 1),
        kind="statute",
        status="in_force",
        consolidated=False,
        as_of=dt.date(2001, 4, 1),
        address="Dz.U. 2001 poz. 900",
        articles=tuple(
            ParsedArticle(str(n), article_text(n), ("Rozdział 1. Zwrot kosztów",)) for n in range(1, n_articles + 1)
        ),
        base_eli=eli,
        source="test",
    )


def make_store(home: Path, n_articles: int = 12) -> Store:
    store = Store(home, create=True)
    ingest(store, parsed_act(n_articles))
    return store
