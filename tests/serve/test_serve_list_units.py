"""A point of a list is shown with the words before it on every face; of how sure its article is, it has no share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from selectolax.lexbor import LexborHTMLParser as HTMLParser
from starlette.testclient import TestClient

from przepis.corpus.excerpt import excerpt, lead_in
from przepis.corpus.store import Store
from przepis.index.build import build_index
from przepis.messages import Messages
from przepis.serve.cli.main import cli
from przepis.serve.cli.remote import print_page
from przepis.serve.http.app import create_app
from przepis.serve.http.live import Live
from przepis.serve.mcp.tools import Tools
from przepis.settings import load_settings
from tests.corpus.written_law import take_in
from tests.serve.served import BASE

TEXT = """---
title: "Obwieszczenie w sprawie ogłoszenia jednolitego tekstu ustawy o najmie łodzi"
eli: "DU/2093/57"
legal_status_date: "2093-01-15"
status_pl: "obowiązujący"
---
## Treść obwieszczenia

1. Ogłasza się jednolity tekst ustawy z dnia 3 marca 2091 r. o najmie łodzi.

## Załącznik - Tekst jednolity ustawy z dnia 3 marca 2091 r. o najmie łodzi

##### Art. 1.

1. Kaucja podlega zwrotowi w ciągu tygodnia.

2. Kaucji nie pobiera się, jeżeli umowa:

1) dotyczy tratwy;

2) następuje po zamianie łodzi

– i trwa dzień.

3. Kaucję wpłaca się w porcie.

3. **Kaucję wpłaca się w porcie lub przelewem.**
"""
POINT = "art. 1 ust. 2 pkt 2 ustawy z dnia 3 marca 2091 r. o najmie łodzi"
LEAD, OWN, ENDING = "Kaucji nie pobiera się, jeżeli umowa:", "następuje po zamianie łodzi", "– i trwa dzień."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("lists")
    with Store(home, create=True) as store:
        take_in(store, home / "law", TEXT)
        build_index(store, home, None)
    return home


@pytest.fixture(scope="module")
def page(home: Path):
    with TestClient(create_app(load_settings(home, pipeline="lexical")), base_url=BASE) as client:
        yield lambda path, **params: client.get(path, params=params)


def test_the_page_shows_a_point_after_the_words_before_its_list(page) -> None:
    quoted = HTMLParser(page("/search", q=POINT).text).css_first("blockquote.law")
    lead, own, ending = (p.text() for p in quoted.css("p"))
    assert LEAD in lead
    assert own == f"ust. 2 pkt 2 {OWN}"
    assert ending == ENDING


def test_coming_wording_stands_in_the_column_of_the_text(page) -> None:
    """Bare text in a line would be set in the narrow column of the markers."""
    opened = HTMLParser(page("/search", q=POINT).text).css_first("a.open").attributes["href"]
    article = HTMLParser(page(opened).text)
    lines = article.css(".coming .line > span")
    assert [line.text() for line in lines] == ["3. Kaucję wpłaca się w porcie lub przelewem."]
    assert all(not line.text(deep=False).strip() for line in article.css(".line"))


def test_the_confidence_of_an_article_is_not_said_of_its_unit(page, capsys) -> None:
    hit = page("/v1/search", text=POINT).json()["hits"][0]
    assert hit["unit"]["path"] == ["pass:2", "point:2"]
    found = {"notes": [], "act": None, "sure": True, "hits": [hit | {"confidence": 0.93}]}
    print_page(found, Messages("pl"))
    assert "art. 1: pewność 93%" in capsys.readouterr().out
    print_page(found | {"hits": [hit | {"confidence": 0.93, "unit": None}]}, Messages("pl"))
    assert "art. 1: pewność" not in capsys.readouterr().out


def test_the_command_line_says_the_whole_of_it(home: Path) -> None:
    done = CliRunner().invoke(cli, ["--home", str(home), "search", POINT, "--pipeline", "lexical"])
    assert f"{LEAD} 2) {OWN} {ENDING}" in " ".join(done.output.split())
    assert "art. 1: pewność 100%" in " ".join(done.output.split())
    told = CliRunner().invoke(cli, ["--home", str(home), "search", POINT, "--pipeline", "lexical", "--json"])
    assert json.loads(told.output)["hits"][0]["text"].endswith(ENDING)


UNNUMBERED = """---
title: "Ustawa z dnia 4 maja 2091 r. o trąbkach"
eli: "DU/2091/44"
entry_into_force: "2091-06-01"
status_pl: "obowiązujący"
---
##### Art. 1.

Kto gra na trąbce w nocy, podlega karze grzywny.

Przepis § 1 stosuje się do bębnów, o których mowa w art. 2 § 1.

##### Art. 2.

§ 1. Bęben jest mały.

§ 2. Wyjątki od § 1 określa art. 1 § 2.
"""


def test_numbers_that_the_source_dropped_are_given_by_every_face(tmp_path: Path) -> None:
    with Store(tmp_path, create=True) as store:
        take_in(store, tmp_path / "law", UNNUMBERED)
        build_index(store, tmp_path, None)
    settings = load_settings(tmp_path, pipeline="lexical")
    second = "[§ 2.] Przepis § 1 stosuje się do bębnów"
    with TestClient(create_app(settings), base_url=BASE) as client:
        assert second in client.get("/v1/search", params={"text": "DU/2091/44#1"}).json()["hits"][0]["text"]
        assert second in client.get("/search", params={"q": "DU/2091/44#1"}).text
        assert second in client.get("/DU/2091/44/text").text
        units = client.get("/v1/article", params={"citation": "DU/2091/44#1"}).json()["units"]
        assert [(unit["label"], unit["inferred"]) for unit in units] == [("1", True), ("2", True)]
    live = Live(settings)
    try:
        assert second in Tools(live).get_article("DU/2091/44#1").text
        assert Tools(live).get_article("DU/2091/44#1/para:2").text.startswith(second)
    finally:
        live.close()


def test_long_words_before_a_list_do_not_push_the_unit_out() -> None:
    lead = f"Sąd odmawia, {'gdy zachodzi jedna z przesłanek ' * 20}jeżeli strona:"
    shown = excerpt(f"{lead}\n2) nie żyje.", "2) nie żyje.", 240)
    assert len(shown) <= 240
    assert shown.startswith("Sąd odmawia,")
    assert shown.endswith("jeżeli strona: 2) nie żyje.")
    assert "[…]" in shown
    assert lead_in("Sąd odmawia, jeżeli:", 240) == "Sąd odmawia, jeżeli:"
    assert excerpt("jeden dwa trzy", "", 9) == "jeden …"
