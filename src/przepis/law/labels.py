"""Article labels: the numbers of articles in Polish statutes.

A label is a number, sometimes followed by letters (``37b``, ``95ł``), sometimes raised by a superscript
(``22¹``), which may have letters of its own (``477¹ᵃ``). Every source spells the superscript differently;
all spellings parse to one canonical form (``477^1a``) and print as one display form (``477¹a``).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from przepis.errors import CitationError

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SUPERSCRIPT_LETTERS = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
_PLAIN_LETTERS = "abcdefghijklmnoprstuvwxyz"
_TO_SUPERSCRIPT = str.maketrans("0123456789", SUPERSCRIPTS)
_FROM_SUPERSCRIPT = str.maketrans(SUPERSCRIPTS + SUPERSCRIPT_LETTERS, "0123456789" + _PLAIN_LETTERS)
_LETTER_RANK = {letter: rank for rank, letter in enumerate("abcdefghijklmnopqrstuvwxyz")} | {
    # A Polish letter follows its base letter: l, ł, m.
    "ą": 0.5,
    "ć": 2.5,
    "ę": 4.5,
    "ł": 11.5,
    "ń": 13.5,
    "ó": 14.5,
    "ś": 18.5,
    "ź": 25.3,
    "ż": 25.6,
}

_L = "[a-ząćęłńóśźż]"
MARKED_RAISED = re.compile(r"\^(\d+(?:[a-z]{1,2}(?!\w))?)\^?")
"""What is raised in a text: ``43^1``, ``mg/dm^3^``, ``477^1a``; no word that a source ran into it: ``m^3pobranej``."""
_RAISED = f"[{SUPERSCRIPTS}]+[{SUPERSCRIPT_LETTERS}]*"
_CANONICAL = re.compile(rf"(\d+)({_L}*)(?:\^(\d+)({_L}*))?")
_ANNEX = re.compile(rf"z((?:\d+{_L}*|t)?(?:-\d+)?)(?:\.([pf]?)(\d+)({_L}*))?")
_ANNEX_UNITS = {"": "pkt", "p": "§", "f": "fragment"}
_MARKERS = re.compile(r"<\s*/?\s*sup\s*>", re.IGNORECASE)
_DECORATION = re.compile(r"^\s*(?:a\s*r\s*t(?:ykuł\w*|\.)?|§)\.?\s*(?=\d)", re.IGNORECASE)


@functools.total_ordering
@dataclass(frozen=True, slots=True)
class Label:
    """``Label(477, "", 1, "a")`` is article 477¹ᵃ; ``sup`` 0 means none.

    Units of annexes have labels too: ``z2`` is annex no. 2, ``z2.3`` its point 3, ``z2.p3`` its § 3, ``z2.f3`` the
    third fragment of what it does not number; ``z`` an annex without a number, ``zt`` tables that a source gives apart
    from the text. They come after all articles.

    The order is that of the statute book: 22 < 22¹ < 22¹a < 22² < 22a < 22aa < 22b < 22z < 22za < 23. An
    article put between 22a and 22b becomes 22aa, one put after 22z becomes 22za: alphabetical order has both.
    """

    number: int
    letters: str = ""
    sup: int = 0
    sup_letters: str = ""
    annex: str = ""  # "2", "1a", "t"; "0" where the only annex has no number
    annex_unit: str = ""  # what ``number`` counts there: "" points, "p" paragraphs, "f" fragments

    @property
    def canonical(self) -> str:
        if self.annex:
            unit = f".{self.annex_unit}{self.number}{self.letters}" if self.number else ""
            return f"z{_annex_number(self.annex)}{unit}"
        raised = f"^{self.sup}{self.sup_letters}" if self.sup else ""
        return f"{self.number}{self.letters}{raised}"

    @property
    def display(self) -> str:
        """As it is printed after „art.” or „§”; a unit of an annex is printed whole: „załącznik nr 2 pkt 3”."""
        if self.annex:
            return self._annex_display()
        raised = f"{str(self.sup).translate(_TO_SUPERSCRIPT)}{self.sup_letters}" if self.sup else ""
        return f"{self.number}{self.letters}{raised}"

    def _annex_display(self) -> str:
        number, _, again = _annex_number(self.annex).partition("-")
        name = "tabele w tekście" if number == "t" else f"załącznik nr {number}" if number else "załącznik"
        shown = f"{name} ({again})" if again else name
        unit = _ANNEX_UNITS[self.annex_unit]
        return f"{shown} {unit} {self.number}{self.letters}" if self.number else shown

    @property
    def flattened(self) -> str:
        """The spelling that sources without superscripts print: ``18315`` for 183¹⁵."""
        raised = f"{self.sup}{self.sup_letters}" if self.sup else ""
        return f"{self.number}{self.letters}{raised}"

    @property
    def base(self) -> Label:
        """The label without its superscript, which many answer keys lose."""
        return Label(self.number, self.letters)

    @classmethod
    def from_canonical(cls, text: str) -> Label:
        found = _CANONICAL.fullmatch(text)
        if not found and (annexed := _ANNEX.fullmatch(text)):
            annex, unit, number, letters = annexed.groups()
            annex = annex if annex[:1] not in ("", "-") else f"0{annex}"
            return cls(int(number or 0), letters or "", annex=annex, annex_unit=unit or "")
        if not found:
            raise CitationError(f'article label "{text}" is not canonical; right would be 22, 37b, 22^1 or 477^1a')
        number, letters, sup, sup_letters = found.groups()
        return cls(int(number), letters, int(sup or 0), sup_letters or "")

    def _key(self) -> tuple[object, ...]:
        place = (self.number, _letters_key(self.letters), self.sup, _letters_key(self.sup_letters))
        return (_annex_key(self.annex), self.annex_unit, *place)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Label):
            return NotImplemented
        return self._key() < other._key()

    def __str__(self) -> str:
        return self.canonical


def place_for(label: str, labels: Sequence[str]) -> int:
    """Where an article of this number belongs among others, which stand in the order of their act."""
    wanted = Label.from_canonical(label)
    for at in range(len(labels), 0, -1):
        if Label.from_canonical(labels[at - 1]) < wanted:
            return at
    return 0


def is_annex(label: str) -> bool:
    """Whether this canonical label names a unit of an annex."""
    return label.startswith("z")


def provision_name(label: str, *, paragraphs: bool = False) -> str:
    """``art. 22¹``; ``§ 12`` in an act whose articles are §; ``załącznik nr 2 pkt 3`` in any."""
    shown = Label.from_canonical(label).display
    return shown if is_annex(label) else f"{'§' if paragraphs else 'art.'} {shown}"


def whole_name(article_id: str, citation: str) -> str:
    """``art. 6`` of what is cited as ``art. 6 ust. 2 pkt 2 u.o.p.l.``"""
    return provision_name(article_id.partition("#")[2], paragraphs=citation.startswith("§"))


def _annex_number(annex: str) -> str:
    return annex.removeprefix("0")


def _annex_key(annex: str) -> tuple[object, ...]:
    """No annex first, then by number, then those without one."""
    if not annex:
        return (0,)
    number = re.match(r"\d+", annex)
    return (1, int(number[0]) if number else 10_000, annex)


def _letters_key(letters: str) -> tuple[float, ...]:
    return tuple(_LETTER_RANK[letter] for letter in letters)


def raise_display(label: str) -> str:
    """``4^1a`` -> ``4¹a``, also of a letter: ``ł^1`` -> ``ł¹``."""
    plain, _, raised = label.partition("^")
    return f"{plain}{raised.translate(_TO_SUPERSCRIPT)}"


def printed_raised(text: str) -> str:
    """As people print it, where nothing else marks it up: „mg/dm³” for ``mg/dm^3``, „art. 43¹” for ``art. 43^1``."""
    return MARKED_RAISED.sub(lambda m: m[1].translate(_TO_SUPERSCRIPT), text)


def raised_letter(text: str) -> str:
    """The letter of a unit, ``d¹`` or ``d^1^`` as ``d^1``."""
    return re.sub(rf"[{SUPERSCRIPTS}]+", lambda m: f"^{m[0].translate(_FROM_SUPERSCRIPT)}", text).rstrip("^")


def raise_marks(text: str) -> str:
    """Rewrite every marked superscript as ``^n``: 22¹ᵃ, 22[1], 22<SUP>1</SUP>, 22^1^, 22(1), 22^{1}.

    Works on running text as well as on a lone label, so that citations need no spelling of their own.
    """
    text = _MARKERS.sub(lambda m: "⟫" if "/" in m.group() else "⟪", text)
    text = re.sub(rf"(?<=\d)\s*⟪\s*(\d+{_L}*)\s*⟫", r"^\1", text)
    text = re.sub(rf"(\d{_L}*)\s*⟪\s*(\d+{_L}*)\s*⟫", r"\1^\2", text).replace("⟪", "").replace("⟫", "")
    text = re.sub(rf"(\d{_L}{{0,7}})({_RAISED})", lambda m: f"{m[1]}^{m[2].translate(_FROM_SUPERSCRIPT)}", text)
    text = re.sub(rf"(\d{_L}{{0,7}})\s?\[(\d{{1,3}}{_L}?)\]", r"\1^\2", text)
    text = re.sub(rf"(\d{_L}{{0,7}})\((\d{{1,3}}{_L}?)\)", r"\1^\2", text)
    text = re.sub(rf"(\d{_L}{{0,7}})\s?\^\s?\{{?(\d+{_L}*)\}}?\^?", r"\1^\2", text)
    return re.sub(rf"(\^\d+)([{SUPERSCRIPT_LETTERS}]+)", lambda m: m[1] + m[2].translate(_FROM_SUPERSCRIPT), text)


def parse_label(text: str, *, spaced: bool = False) -> Label:
    """The label in any spelling: ``22¹``, ``22^1``, ``22[1]``, ``22<SUP>1</SUP>``, ``183(15)``, ``Art. 22.``

    ``spaced`` also reads ``22 1`` as 22¹, which is only safe where the text is known to hold one label.
    """
    plain = raise_marks(_DECORATION.sub("", text.replace("\u00a0", " "))).strip().rstrip(".").rstrip()
    if spaced:
        plain = re.sub(rf"^(\d+{_L}*)\s+(\d+{_L}*)$", r"\1^\2", plain)
    # "83 a" is PDF spacing; a capital letter is a typist's.
    plain = re.sub(r"\s+", "", plain) if re.fullmatch(rf"\d+\s+{_L}", plain.lower()) else plain
    if _ANNEX.fullmatch(plain):
        return Label.from_canonical(plain)
    found = _CANONICAL.fullmatch(plain.lower())
    if not found or int(found[1]) == 0 or (found[3] and int(found[3]) == 0):
        raise CitationError(
            f'"{text.strip()[:60]}" is not an article label; right would be 22, 37b, 22¹, 22^1 or 477^1a'
        )
    return Label.from_canonical(plain.lower())
