"""Invented acts with a past: changed, repealed, gone, ended; shared by the tests of search on a day."""

from __future__ import annotations

from pathlib import Path

from przepis.corpus.amend.applying import apply_amendments
from przepis.corpus.amend.keeping import keep_folder
from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.encode.registry import open_encoder
from przepis.index.build import build_index
from przepis.index.past.build import build_past
from tests.corpus.consolidated_text import CONSOLIDATED

PARKS, KITES, DRONES = "DU/2010/5", "DU/2005/7", "DU/2016/8"
CAMEL = "myto za wielbłąda"  # words that only the first wording of art. 2 has
GUARD = "peleryna strażnika"  # of art. 3, repealed in 2018 and gone since 2020
FIRST = {
    "1": "Ustawa dotyczy parków.",
    "2": "1. Park prowadzi gmina.\n\n2. Za wprowadzenie wielbłąda do ogrodu pobiera się myto w naturze.",
    "3": "Strażnik nosi zieloną pelerynę i srebrny gwizdek.",
}
SECOND = {"1": FIRST["1"], "2": "1. Park prowadzi gmina.\n\n2. Wstęp z psem jest wolny.", "3": "(uchylony)"}
THIRD = {"1": FIRST["1"], "2": SECOND["2"], "4": "Wójt ogłasza regulamin fontanny."}
_PUBLISHED = """---
title: "Ustawa z dnia {title}"
eli: "{eli}"
status_pl: "obowiązujący"
entry_into_force: "{entry}"
promulgation_date: "{entry}"
---
{body}"""


def _articles(articles: dict[str, str]) -> str:
    return "".join(f"##### Art. {label}.\n\n{text}\n\n" for label, text in articles.items())


def _write(folder: Path, eli: str, template: str, **fields: str) -> None:
    _, year, position = eli.split("/")
    text = template.format(eli=eli, year=year, position=position, **fields)
    folder.mkdir(exist_ok=True)
    (folder / f"{eli.replace('/', '-')}.md").write_text(text, encoding="utf-8")


def _parks(home: Path, eli: str, day: str, articles: dict[str, str]) -> None:
    _write(home / "texts", eli, CONSOLIDATED, day=day, body=_articles(articles))


def make_corpus(home: Path) -> Store:
    """Parks in three texts; kites, ended by drones in 2016; an act that changed art. 1 of parks on 1 June 2019."""
    parks = _articles(FIRST)
    _write(home / "texts", PARKS, _PUBLISHED, title="3 maja 2010 r. o parkach", entry="2010-07-01", body=parks)
    _parks(home, "DU/2018/10", "2018-01-10", SECOND)
    _parks(home, "DU/2020/20", "2020-01-20", THIRD)
    kites = _articles({"1": "Latawiec puszcza się na łące po zachodzie księżyca."})
    _write(home / "texts", KITES, _PUBLISHED, title="2 lutego 2005 r. o latawcach", entry="2005-03-01", body=kites)
    drones = _articles(
        {"1": "Dron puszcza się na łące.", "2": "Traci moc ustawa z dnia 2 lutego 2005 r. o latawcach ."}
    )
    _write(home / "texts", DRONES, _PUBLISHED, title="6 czerwca 2016 r. o dronach", entry="2016-07-01", body=drones)
    store = Store(home, create=True)
    import_markdown(store, home / "texts", workers=1)
    return store


def amend(store: Store, home: Path) -> None:
    """Art. 1 of parks speaks of hedgehogs from 1 June 2019 to the text of 2020, which knows nothing of them."""
    body = (
        "##### Art. 1.\n\nW ustawie z dnia 3 maja 2010 r. o parkach wprowadza się następujące zmiany:\n\n"
        "1) w art. 1 wyraz „parków” zastępuje się wyrazami „parków i jeży”;\n\n"
        "##### Art. 2.\n\nUstawa wchodzi w życie z dniem 1 czerwca 2019 r.\n"
    )
    title = "9 marca 2019 r. o zmianie ustawy o parkach"
    _write(home / "acts", "DU/2019/600", _PUBLISHED, title=title, entry="2019-06-01", body=body)
    keep_folder(store, home / "acts")
    apply_amendments(store, workers=1)


def make_young_home(home: Path) -> Path:
    """Kites, and parks in the texts of 2018 and 2020 alone: what they said before nobody knows."""
    kites = _articles({"1": "Latawiec puszcza się na łące po zachodzie księżyca."})
    _write(home / "texts", KITES, _PUBLISHED, title="2 lutego 2005 r. o latawcach", entry="2005-03-01", body=kites)
    _parks(home, "DU/2018/10", "2018-01-10", SECOND)
    _parks(home, "DU/2020/20", "2020-01-20", THIRD)
    encoder = open_encoder("hashing")
    with Store(home, create=True) as store:
        import_markdown(store, home / "texts", workers=1)
        build_index(store, home, encoder)
        build_past(store, home, encoder)
    return home


def make_home(home: Path) -> Path:
    """All of it, amended, with the index of today and of the past."""
    with make_corpus(home) as store:
        amend(store, home)
        encoder = open_encoder("hashing")
        build_index(store, home, encoder)
        build_past(store, home, encoder)
    return home
