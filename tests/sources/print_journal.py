"""Prints an invented act as a PDF in the layout of the Journal of Laws, or of the Chancellery's unified texts.

    .venv/bin/python tests/sources/print_journal.py OUT.pdf [journal|announcement|unified]

Running heads, hyphenation at line ends, superscripts small and raised (or as ``3[1]``), footnotes at the foot,
centred headings, ``[today's]`` and ``<tomorrow's>`` wordings.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Literal

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tests.sources.invented_act import KITES, NOTE, Article, Heading, InventedAct

Layout = Literal["journal", "announcement", "unified"]
LEFT, RIGHT, TOP, BOTTOM = 57.0, 538.0, 770.0, 150.0
SIZE, NOTE_SIZE, LEADING, STEP = 10.0, 8.0, 14.0, 20.0
FONT = "Journal"
_VOWELS = "aeiouyąęó"


def _register() -> None:
    """The font that comes with reportlab lacks some Polish letters: they are drawn without their marks, which
    the text layer does not lose. No font of the machine is needed."""
    if FONT in pdfmetrics.getRegisteredFontNames():
        return
    pdfmetrics.registerFont(TTFont(FONT, str(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf")))
    face = pdfmetrics.getFont(FONT).face
    for letter, plain in zip("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "acelnoszzACELNOSZZ", strict=True):
        for table in (face.charToGlyph, face.charWidths):
            table[ord(letter)] = table[ord(plain)]


def as_pdf(act: InventedAct, layout: Layout = "journal", *, height: float = TOP) -> bytes:
    _register()
    printer = _Printer(layout, height)
    if layout == "announcement":
        printer.announcement(act)
    if layout == "unified":
        printer.centred("Opracowano na podstawie: Dz. U. z 2090 r. poz. 77.")
    printer.centred("USTAWA" if act.kind == "ustawa" else "ROZPORZĄDZENIE")
    printer.centred(f"z dnia {act.day}")
    printer.centred(
        f"{act.title}⟦Objaśnienie do tytułu, które zajmuje w stopce więcej niż jeden wiersz tekstu drobnego.⟧"
    )
    if act.grounds:
        for line in _wrap(act.grounds, RIGHT - LEFT, SIZE, 0):
            printer.line(line, LEFT)
    for part in act.parts:
        if isinstance(part, Heading):
            printer.centred(part.designation)
            printer.centred(part.title)
        else:
            printer.article(part, act.kind)
    if layout == "announcement":
        printer.line("Załącznik nr 1", LEFT + 300)
        printer.line("Art. 400. To jest wzór tablicy, nie przepis.", LEFT)
    return printer.end()


class _Printer:
    def __init__(self, layout: Layout, height: float) -> None:
        self.layout = layout
        self.top = height
        self.buffer = io.BytesIO()
        self.canvas = Canvas(self.buffer, pagesize=(595, 842))
        self.page = 0
        self.notes: list[str] = []
        self.n_notes = 0
        self.y = 0.0
        self._new_page()

    # -- pages --

    def _new_page(self) -> None:
        if self.page:
            self._foot()
            self.canvas.showPage()
        self.page += 1
        self.y = self.top
        if self.layout == "unified":
            self._draw("©Kancelaria Sejmu", LEFT, 810, SIZE)
            self._draw(f"s. {self.page}/9", 480, 810, SIZE)
            self._draw("2091-03-01", 480, 20, SIZE)
        else:
            self._draw(f"Dziennik Ustaw – {self.page} – Poz. 277", 200, 810, SIZE)

    def _foot(self) -> None:
        if self.notes:
            self.canvas.line(LEFT, 120, LEFT + 140, 120)
        y = 108.0
        for note in self.notes:
            for line in _wrap(note, RIGHT - LEFT, NOTE_SIZE, 0):
                self._draw(line, LEFT, y, NOTE_SIZE)
                y -= 10
        self.notes = []

    def end(self) -> bytes:
        self._foot()
        self.canvas.save()
        return self.buffer.getvalue()

    # -- lines --

    def line(self, text: str, x: float) -> None:
        if self.y < BOTTOM:
            self._new_page()
        while match := NOTE.search(text):
            self.n_notes += 1
            self.notes.append(f"^{self.n_notes}) {match[1]}")
            text = f"{text[: match.start()]}^{self.n_notes}){text[match.end() :]}"
        self._draw(text, x, self.y, SIZE)
        self.y -= LEADING

    def centred(self, text: str) -> None:
        for line in _wrap(text, 300, SIZE, 0):
            width = _width(NOTE.sub("", line), SIZE)
            self.line(line, (LEFT + RIGHT - width) / 2)

    def article(self, article: Article, kind: str) -> None:
        sign = "§" if kind == "rozporządzenie" else "Art."
        number = article.number.replace("-", "–")
        if not article.future or self.layout != "unified":
            self._units(f"{sign} {number}. ", article.lines, "", "")
            return
        self._units(f"[{sign} {number}. ", article.lines, "", "]")
        self._units(f"<{sign} {number}. ", article.future, "", ">")

    def _units(self, head: str, lines: tuple[str, ...], before: str, after: str) -> None:
        for i, line in enumerate(lines):
            quoted = f"„{line[2:]}”;" if line.startswith("> ") else line
            text = (head if i == 0 else before) + quoted + (after if i == len(lines) - 1 else "")
            level = _level(line) if i else 0
            x = LEFT + STEP * max(0, level - 1)
            first = STEP if level == 0 else 0.0  # units of the first rank are indented, lists hang
            hang = 0.0 if level == 0 else STEP
            if self.layout == "unified":
                text = re.sub(r"(\d[a-z]?)\^(\d+)", r"\1[\2]", text)
            for n, words in enumerate(_wrap(text, RIGHT - x - hang, SIZE, first)):
                self.line(words, x + (first if n == 0 else hang))

    def announcement(self, act: InventedAct) -> None:
        self.centred("OBWIESZCZENIE")
        self.centred("MARSZAŁKA SEJMU")
        self.centred(f"w sprawie ogłoszenia jednolitego tekstu ustawy {act.title}")
        self.line("1. Ogłasza się jednolity tekst, który nie obejmuje art. 12 ustawy, który stanowi:", LEFT + STEP)
        self.line("„Art. 12. Sprawy wszczęte prowadzi się według przepisów dotychczasowych.”", LEFT + STEP)
        self.line("Art. 13. Ten artykuł też jest obcy.", LEFT + STEP)
        self._new_page()
        self.line("Załącznik do obwieszczenia Marszałka", LEFT + 280)
        self.line("Sejmu z dnia 1 maja 2091 r. (Dz. U. poz. 277)", LEFT + 280)

    def _draw(self, text: str, x: float, y: float, size: float) -> None:
        for piece, raised in _pieces(text):
            small = size * 0.6 if raised else size
            self.canvas.setFont(FONT, small)
            self.canvas.drawString(x, y + (size * 0.35 if raised else 0), piece)
            x += pdfmetrics.stringWidth(piece, FONT, small)


def _pieces(text: str) -> list[tuple[str, bool]]:
    found = []
    for piece in re.split(r"(\^\d+[a-z]?\)?)", text):
        if piece:
            found.append((piece[1:], True) if piece[0] == "^" else (piece, False))
    return found


def _width(text: str, size: float) -> float:
    return sum(pdfmetrics.stringWidth(p, FONT, size * 0.6 if raised else size) for p, raised in _pieces(text))


def _level(line: str) -> int:
    if re.match(r"\d\S*\) ", line) or line.startswith(("– podlega", "– wraz")):
        return 1
    if re.match(r"[a-z]+\) ", line):
        return 2
    return 3 if line.startswith("– ") else 0


def _wrap(text: str, room: float, size: float, first: float) -> list[str]:
    """Lines no wider than ``room``; a long word that does not fit is broken with a hyphen."""
    notes = iter(NOTE.findall(text))
    words = NOTE.sub("⟦⟧", text).split(" ")
    lines, line, left = [], "", room - first
    while words:
        word = words.pop(0)
        trial = f"{line} {word}" if line else word
        if _width(trial.replace("⟦⟧", ""), size) <= left:
            line = trial
            continue
        if (cut := _break(word)) and _width(f"{line} {word[:cut]}-", size) <= left:
            kept = word[:cut] if word[cut - 1] == "-" else f"{word[:cut]}-"
            line, word = f"{line} {kept}", word[cut:]
        lines.append(line)
        line, left = word, room
    lines.append(line)
    return [re.sub("⟦⟧", lambda _: f"⟦{next(notes)}⟧", found) for found in lines]


def _break(word: str) -> int:
    """Where to break a word: after its own hyphen, else after a vowel in the middle; 0 for not at all."""
    if "-" in word[2:-2]:
        return word.index("-", 2) + 1
    if not re.fullmatch(r"[^\W\d_]{8,}[.,;:]?", word):
        return 0
    return next((i + 1 for i in range(3, len(word) - 4) if word[i] in _VOWELS), 0)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(as_pdf(KITES, sys.argv[2] if len(sys.argv) > 2 else "journal"))  # type: ignore[arg-type]
