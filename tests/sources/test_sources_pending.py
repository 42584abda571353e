"""Coming wording kept apart from today's, and statuses read for what they mean."""

from __future__ import annotations

import pytest

from przepis.sources.markdown import parse_markdown
from przepis.sources.parsed import ParsedArticle
from przepis.sources.pending import split_pending
from przepis.sources.statuses import act_status

HEAD = """---
title: "Obwieszczenie w sprawie ogłoszenia jednolitego tekstu ustawy o najmie łodzi"
eli: "DU/2093/57"
legal_status_date: "2093-01-15"
status_pl: "{status}"
---
## Treść obwieszczenia

1. Ogłasza się jednolity tekst ustawy z dnia 3 marca 2091 r. o najmie łodzi.

## Załącznik - Tekst jednolity ustawy z dnia 3 marca 2091 r. o najmie łodzi

"""
BODY = """##### Art. 1.

1. Najem trwa rok.

1. **Najem trwa dwa lata.**

2. Umowa może być ustna.

##### Art. 2.

Kaucja wynosi sto złotych.

##### Art. 2.

**Kaucja wynosi dwieście złotych.**

##### Art. 2a.

**Kaucję zwraca się w dniu zwrotu łodzi.**

##### Art. 3.

(uchylony)

##### Art. 3.

Łódź ubezpiecza wynajmujący.

##### Art. 4.

**Okręg Mazurski**

Łodzie cumuje się w porcie.**Łodzie cumuje się przy pomoście.**
"""


def _articles(text: str) -> dict[str, ParsedArticle]:
    return {a.label: a for a in parse_markdown(text, "x.md").articles}


def test_bold_lines_and_second_headings_are_coming_wording() -> None:
    articles = _articles(HEAD.format(status="obowiązujący") + BODY)
    assert articles["1"].text == "1. Najem trwa rok.\n2. Umowa może być ustna."
    assert articles["1"].coming == "1. Najem trwa dwa lata."
    assert (articles["2"].text, articles["2"].coming) == (
        "Kaucja wynosi sto złotych.",
        "Kaucja wynosi dwieście złotych.",
    )
    assert articles["4"].text == "Okręg Mazurski\nŁodzie cumuje się w porcie."
    assert articles["4"].coming == "Łodzie cumuje się przy pomoście."


def test_an_article_wholly_to_come_keeps_its_text_and_says_so() -> None:
    article = _articles(HEAD.format(status="obowiązujący") + BODY)["2a"]
    assert (article.text, article.not_yet, article.coming) == ("Kaucję zwraca się w dniu zwrotu łodzi.", True, "")


def test_a_number_given_out_anew_after_a_repeal_is_law() -> None:
    article = _articles(HEAD.format(status="obowiązujący") + BODY)["3"]
    assert (article.text, article.repealed, article.coming) == ("Łódź ubezpiecza wynajmujący.", False, "")


def test_an_act_as_published_has_no_coming_wording() -> None:
    text = BODY.replace("##### Art. 2.\n\n**Kaucja", "##### Art. 22.\n\n**Kaucja")
    published = (
        '---\ntitle: "Ustawa z dnia 3 marca 2091 r. o najmie łodzi"\neli: "DU/2091/3"\n'
        'entry_into_force: "2091-04-01"\n---\n'
    )
    act = parse_markdown(published + text, "x.md")
    assert all(not a.coming and not a.not_yet for a in act.articles)
    assert str(act.in_force_from) == "2091-04-01"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Plain words.", ("Plain words.", "")),
        ("Najem wymaga **umowy** na piśmie.", ("Najem wymaga **umowy** na piśmie.", "")),
        ("3a) **zwrot kaucji,**", ("", "3a) **zwrot kaucji,**")),
        ("**- w terminie dni.**", ("", "**- w terminie dni.**")),
        ("**CZĘŚĆ WODNA**", ("**CZĘŚĆ WODNA**", "")),
        ("***Komisja portowa***", ("***Komisja portowa***", "")),
        ("| **2** | **Mierzeja** |", ("| **2** | **Mierzeja** |", "")),
    ],
)
def test_only_a_line_bold_to_its_end_is_coming(line: str, expected: tuple[str, str]) -> None:
    assert split_pending(line) == expected


@pytest.mark.parametrize(
    ("stated", "consolidated", "status"),
    [
        ("obowiązujący", True, "in_force"),
        ("wygaśnięcie aktu", True, "in_force"),
        ("wygaśnięcie aktu", False, "expired"),
        ("akt posiada tekst jednolity", False, "in_force"),
        ("uchylony", True, "repealed"),
        ("uznany za uchylony", True, "repealed"),
        ("nieobowiązujący - uchylona podstawa prawna", True, "repealed"),
        ("w zawieszeniu", True, "unknown"),
        ("", True, "unknown"),
    ],
)
def test_statuses(stated: str, consolidated: bool, status: str) -> None:
    assert act_status(stated, consolidated=consolidated) == status
    assert parse_markdown(HEAD.format(status=stated) + BODY, "x.md").status == act_status(stated, consolidated=True)
