"""Judgments on units that nobody asked about are told from those on the unit shown."""

from __future__ import annotations

import pytest

from przepis.answer.elsewhere import speaks_elsewhere
from przepis.records import Article, Note, Unit

ARTICLE = Article("DU/2091/145#21", "DU/2091/145", "21", 0, "")


def unit(*path: str) -> Unit:
    return Unit(path, "point", "", "")


@pytest.mark.parametrize(
    ("provision", "shown", "elsewhere"),
    [
        ("Art. 21 ust. 1 pkt 127 lit. b", unit("pass:1", "point:131"), True),
        ("Art. 21 ust. 1 pkt 131 lit. b", unit("pass:1", "point:131"), False),
        ("Art. 21 ust. 1 pkt 131 lit. b", unit("pass:1"), False),  # within what is shown
        ("art. 21 ust. 1", unit("pass:1", "point:131"), False),  # around it
        ("art. 21 § 1", unit("pass:1", "point:131"), False),
        ("art. 21 § 2", unit("pass:1", "point:131"), True),
        ("art. 21 ust. 2 i 3", unit("pass:3"), False),
        ("art. 21", unit("pass:1"), False),
        ("art. 20 ust. 2 oraz art. 21 ust. 1", unit("pass:1"), False),
        ("Art. 21 ust. 1 pkt 127", None, False),
    ],
)
def test_judgments_on_other_units(provision: str, shown: Unit | None, elsewhere: bool) -> None:
    told = Note("warn_ruling_scoped", (("provision", provision),))
    assert speaks_elsewhere(told, ARTICLE, shown) is elsewhere


def test_other_notes_are_of_the_whole_article() -> None:
    assert not speaks_elsewhere(Note("warn_changed", (("article", "59"),)), ARTICLE, unit("pass:1"))
