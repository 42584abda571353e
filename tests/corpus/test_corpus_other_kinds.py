"""Resolutions and treaties come in as statutes do: top units, kind, search, filter. The acts are invented."""

from __future__ import annotations

from pathlib import Path

from przepis.corpus.importing import import_markdown
from przepis.corpus.store import Store
from przepis.index.build import build_index
from przepis.library import Library
from przepis.settings import load_settings

RESOLUTION = """---
title: "Uchwała Zgromadzenia Miasta z dnia 3 maja 2091 r. w sprawie roku latawca"
eli: "MP/2091/12"
promulgation_date: "2091-05-10"
legal_status_date: "2091-05-10"
---

# Uchwała Zgromadzenia Miasta z dnia 3 maja 2091 r. w sprawie roku latawca

##### § 1.

Ogłasza się rok 2092 rokiem latawca.

##### § 2.

1. Obchody przygotowuje Burmistrz.

2. Burmistrz składa sprawozdanie z obchodów.
"""
TREATY = """---
title: "Umowa z dnia 4 czerwca 2091 r. o wspólnych przystaniach promowych"
eli: "DU/2091/300"
promulgation_date: "2091-07-01"
legal_status_date: "2091-07-01"
---

# Umowa z dnia 4 czerwca 2091 r. o wspólnych przystaniach promowych

##### Artykuł 1.

Strony utrzymują przystanie promowe na wspólnym brzegu.

##### Artykuł 2.

Spory o opłaty przystaniowe rozstrzyga komisja obu stron.
"""


def test_resolutions_and_treaties_are_imported_and_found(tmp_path: Path) -> None:
    source, home = tmp_path / "acts", tmp_path / "home"
    source.mkdir()
    (source / "uchwala.md").write_text(RESOLUTION, encoding="utf-8")
    (source / "umowa.md").write_text(TREATY, encoding="utf-8")
    home.mkdir()
    with Store(home, create=True) as store:
        only = import_markdown(store, source, kinds=frozenset({"treaty"}), workers=1)
        assert only.n_stored == 1
        import_markdown(store, source, kinds=frozenset({"resolution", "treaty"}), workers=1)
        assert {a.act_id: a.kind for a in store.acts()} == {"MP/2091/12": "resolution", "DU/2091/300": "treaty"}
        assert store.labels("MP/2091/12") == ["1", "2"]
        assert [u.path for u in store.article("MP/2091/12#2").units] == [("pass:1",), ("pass:2",)]
        assert store.labels("DU/2091/300") == ["1", "2"]
        build_index(store, home, None)
    with Library(settings=load_settings(home, pipeline="lexical")) as library:
        assert library.search("spory o opłaty przystaniowe")[0].article_id == "DU/2091/300#2"
        assert library.search("obchody roku latawca", kind="resolution")[0].article_id.startswith("MP/2091/12#")
        assert {h.article_id for h in library.search("opłaty", kind="resolution")} <= {"MP/2091/12#1", "MP/2091/12#2"}
