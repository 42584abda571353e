"""A part's name in capitals is shown as it is read; the corpus keeps what the source has."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from przepis.corpus.store import Store
from przepis.index.build import build_index
from przepis.law.printing import printed_heading
from przepis.serve.cli.main import cli
from przepis.serve.http.app import create_app
from przepis.serve.web.links import Links
from przepis.settings import load_settings
from tests.corpus.written_law import take_in

ACT = "DU/2015/8"
TEXT = f"""---
title: "Ustawa z dnia 5 maja 2015 r. o łodziach"
eli: "{ACT}"
status_pl: "obowiązujący"
entry_into_force: "2015-07-01"
---
## Część OGÓLNA

##### Art. 1.

Łódź jest statkiem.

## Część SZCZEGÓLNA

##### Art. 2.

Kto zatapia łódź, podlega grzywnie.
"""


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("Część SZCZEGÓLNA", "Część szczególna"),
        ("Część KOŃCOWA", "Część końcowa"),
        ("Część PIERWSZA. PRZEPISY OGÓLNE", "Część pierwsza. PRZEPISY OGÓLNE"),
        ("Część XVIII", "Część XVIII"),
        ("Część III. OPIS", "Część III. OPIS"),
        ("Rozdział 3. PESEL", "Rozdział 3. PESEL"),
        ("Część ogólna", "Część ogólna"),
    ],
)
def test_a_heading_as_it_is_shown(heading: str, shown: str) -> None:
    assert printed_heading(heading) == shown


def test_every_face_shows_it_so(tmp_path: Path) -> None:
    law = tmp_path / "law"
    with Store(tmp_path, create=True) as store:
        take_in(store, law, TEXT)
        build_index(store, tmp_path, None)
        assert store.article(f"{ACT}#2").headings == ("Część SZCZEGÓLNA",)
    links = Links("pl")
    with TestClient(create_app(load_settings(tmp_path, pipeline="lexical")), base_url="http://localhost") as site:
        assert site.get(links.to("/")).status_code == 200  # where there are no regulations there is a first page, too
        pages = [
            site.get(links.article(f"{ACT}#2")),
            site.get(links.act(ACT)),
            site.get(links.search("kto zatapia łódź")),
        ]
    said = [page.text for page in pages]
    for asked in (("show", f"{ACT}#2"), ("show", ACT), ("search", "--pipeline", "lexical", "kto zatapia łódź")):
        said.append(CliRunner().invoke(cli, ["--home", str(tmp_path), *asked]).output)
    for text in said:
        assert "Część szczególna" in text
        assert "SZCZEGÓLNA" not in text
