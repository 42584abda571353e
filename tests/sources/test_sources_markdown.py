"""One act as Markdown, and what is refused."""

from __future__ import annotations

import datetime as dt

import pytest

from przepis.errors import SourceError
from przepis.sources.markdown import parse_markdown

FRONT = """---
title: "{title}"
eli: "DU/2093/57"
rank: "obwieszczenie"
display_address: "Dz.U. 2093 poz. 57"
promulgation_date: "2093-02-01"
legal_status_date: "2093-01-15"
keywords: "łodzie, najem"
---
"""
CONSOLIDATED = (
    FRONT.format(title="Obwieszczenie w sprawie ogłoszenia jednolitego tekstu ustawy - Kodeks najmu łodzi")
    + """# Obwieszczenie

## Treść obwieszczenia

1. Ogłasza się jednolity tekst ustawy z dnia 3 marca 2091 r. - Kodeks najmu łodzi.

> Art. 9. Przepis obcy.

## Załącznik - Tekst jednolity ustawy z dnia 3 marca 2091 r. Kodeks najmu łodzi

### Rozdział 1. Przepisy ogólne

##### Art. 1.

Najem łodzi wymaga **umowy**, o której mowa w art. 1^1^.

Umowa może być ustna.

##### Art. 11.

(uchylony)

##### Art. 2-4.

(pominięte)

### Rozdział 2. Kaucja

##### Art. 5.

1) kaucja;

2) zadatek.

## Załącznik nr 1 - Wzór

##### Art. 1.

To jest wzór, nie przepis.
"""
)


def test_an_announcement_gives_the_act_it_carries() -> None:
    act = parse_markdown(CONSOLIDATED, "x.md")
    assert act.title == "Kodeks najmu łodzi"
    assert act.act_date == dt.date(2091, 3, 3)
    assert act.as_of == dt.date(2093, 1, 15)
    assert act.consolidated
    assert act.base_eli == ""
    assert act.keywords == ("łodzie", "najem")
    assert [a.label for a in act.articles] == ["1", "1^1", "2", "3", "4", "5"]
    assert [a.label for a in act.articles if a.repealed] == ["1^1", "2", "3", "4"]


def test_headings_emphasis_and_superscripts_are_made_plain() -> None:
    first, *_, last = parse_markdown(CONSOLIDATED, "x.md").articles
    assert first.text == "Najem łodzi wymaga umowy, o której mowa w art. 1^1.\nUmowa może być ustna."
    assert first.headings == ("Rozdział 1. Przepisy ogólne",)
    assert last.headings == ("Rozdział 2. Kaucja",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Zwykły tekst.", "front matter"),
        ("---\ntitle: x\n", "not closed"),
        ("---\ntitle: x\n---\n# x\n", "lacks `eli`"),
        ('---\ntitle: "x"\neli: "1964/93"\n---\n', "DU/1964/93"),
        (FRONT.format(title="Ustawa z dnia 3 marca 2091 r. o niczym") + "# x\n\nBez artykułów.\n", "no article"),
        ('---\ntitle: "Ustawa z dnia 3 marca 2091 r. o"\neli: "DU/2091/1"\n---\n##### Art. 1.\n\nA.\n', "no date"),
    ],
)
def test_what_is_not_an_act_is_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(SourceError, match=words):
        parse_markdown(text, "x.md")
