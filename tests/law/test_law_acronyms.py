"""Acronyms that titles imply."""

from __future__ import annotations

import pytest

from przepis.law.acronyms import acronyms


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("o Centralnym Porcie Komunikacyjnym", ("CPK",)),
        ("o europejskiej inicjatywie obywatelskiej", ("EIO",)),
        ("Prawo o szkolnictwie wyższym i nauce", ("PSWN", "POSWIN")),
        ("o Agencji Restrukturyzacji i Modernizacji Rolnictwa", ("ARMR", "ARIMR")),
        ("w sprawie realizacji przez Agencję Rynku Rolnego zadań związanych z embargiem", ("ARR",)),
        ("w sprawie stypendiów ministra dla studentów", ()),  # a regulation's subject is no name
        ("Kodeks cywilny", ()),  # two letters say too little
        ("o Polskiej Akademii Nauk", ()),  # "pan" is a word
        ("", ()),
    ],
)
def test_of_names_and_of_short_titles(title: str, found: tuple[str, ...]) -> None:
    assert acronyms(title) == found
