"""Lines of a PDF with superscripts told by size and position, without running heads and footnotes."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from przepis.errors import SourceError

SMALL = 0.8  # a superscript's height, of the line's
NOTE = 0.93  # a footnote's size, of the body's
MIN_CHARS = 20  # fewer on all pages together: a scan

_RUNNING_HEAD = re.compile(
    r"(?:Dziennik Ustaw|Monitor Polski)\s*[-–—]?\s*\d+\s*[-–—]?\s*Poz\.\s*[\d\s,i]+"
    r"|©?\s*Kancelaria Sejmu\s*s\.\s*\d+\s*/\s*\d+|\d{4}-\d{2}-\d{2}|[-–—]\s*\d+\s*[-–—]|\d{1,4}"
)
_UNIFIED = re.compile(r"Kancelaria Sejmu\s*s\.|^Opracowano na podstawie")
_NOTE_START = re.compile(r"\^?\d+[a-z]?\s*\)|\*+\s*\)")
_NOTE_MARK = re.compile(r"[\d\s,]*\d+[a-z]?\s*\)|\*+\)?")


@dataclass(frozen=True, slots=True)
class Line:
    text: str  # superscripts as ^n, footnote marks gone
    x0: float
    x1: float
    page: int
    width: float  # of the page
    size: float

    def is_centred(self, left: float, right: float) -> bool:
        """Well away from both margins, and about as far from one as from the other."""
        before, after = self.x0 - left, right - self.x1
        return before > 20 and after > 20 and abs(before - after) < max(24.0, 0.25 * (before + after))


@dataclass(frozen=True, slots=True)
class Pages:
    lines: tuple[Line, ...]
    unified: bool  # the Chancellery's text: current wording in [ ], coming wording in < >
    left: float
    right: float


def read_pdf(data: bytes, name: str) -> Pages:
    """All lines of all pages, in reading order."""
    if not data.startswith(b"%PDF"):
        raise SourceError(f"{name}: not a PDF (it does not begin with %PDF)")
    try:
        import pdfplumber
        from pdfminer.pdfdocument import PDFPasswordIncorrect
        from pdfminer.psexceptions import PSException
        from pdfplumber.utils.exceptions import PdfminerException
    except ImportError as error:
        raise SourceError("reading PDF needs the extra `pdf`: pip install 'przepis[pdf]'") from error
    pages: list[list[Line]] = []
    try:
        with pdfplumber.open(io.BytesIO(data)) as document:
            for number, page in enumerate(document.pages, start=1):
                pages.append(_page_lines(page.chars, number, float(page.width)))
                page.close()  # a code has hundreds of pages: keep one in memory
    except (PdfminerException, PSException, PDFPasswordIncorrect, ValueError, KeyError, TypeError) as error:
        raise SourceError(f"{name}: a damaged or locked PDF ({error or type(error).__name__}); get it again") from error
    return _clean(pages, name)


def _clean(pages: list[list[Line]], name: str) -> Pages:
    words = " ".join(line.text for lines in pages for line in lines)
    if len(words) < MIN_CHARS:
        raise SourceError(
            f"{name}: {len(pages)} pages without text, a scan; a PDF with text was expected "
            "(the Journal's since 2010, or the Chancellery's …L.pdf and …Lj.pdf)"
        )
    if words.count("(cid:") * 20 > len(words) / 5 or words.count("\ufffd") * 50 > len(words):
        raise SourceError(f"{name}: its letters cannot be read (fonts without an encoding); use the …L.pdf text")
    body = _body_size(pages)
    unified = any(_UNIFIED.search(line.text) for lines in pages for line in lines[:3])
    kept = [line for lines in pages for line in _without_notes(_without_heads(lines), body)]
    sides = [line for line in kept if abs(line.size - body) < 0.6] or kept
    left = _common_edge(line.x0 for line in sides)
    right = max((line.x1 for line in sides), default=0.0)
    return Pages(tuple(kept), unified, left, right)


def _body_size(pages: list[list[Line]]) -> float:
    sizes: Counter[float] = Counter()
    for lines in pages:
        for line in lines:
            sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0]


def _common_edge(edges: Iterable[float]) -> float:
    """The leftmost edge that many lines share."""
    counts = Counter(round(edge) for edge in edges)
    if not counts:
        return 0.0
    often = max(2, max(counts.values()) // 10)
    return float(min(edge for edge, n in counts.items() if n >= min(often, max(counts.values()))))


def _without_heads(lines: list[Line]) -> list[Line]:
    """Running heads stand in the first two lines of a page, page numbers also in the last."""
    drop = {i for i in (0, 1, len(lines) - 1) if 0 <= i < len(lines) and _RUNNING_HEAD.fullmatch(lines[i].text)}
    return [line for i, line in enumerate(lines) if i not in drop]


def _without_notes(lines: list[Line], body: float) -> list[Line]:
    """Footnotes: small lines at the foot of the page, from the first that begins with a mark."""
    first_small = len(lines)
    while first_small > 0 and lines[first_small - 1].size < NOTE * body:
        first_small -= 1
    for i in range(first_small, len(lines)):
        if _NOTE_START.match(lines[i].text):
            return lines[:i]
    return lines


def _page_lines(chars: Sequence[dict[str, Any]], number: int, width: float) -> list[Line]:
    rows = _rows([c for c in chars if c.get("upright", True)])
    lines = [_line(row, number, width) for row in rows]
    return [line for line in lines if line is not None]


def _rows(chars: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Characters that share a baseline; a small one joins the row that it is raised from or lowered below."""
    common = Counter(round(c["size"], 1) for c in chars if c["text"].strip()).most_common(1)
    if not common:
        return []
    largest = common[0][0]
    rows: list[list[dict[str, Any]]] = []
    full = [c for c in chars if c["size"] >= SMALL * largest]
    for char in sorted(full, key=lambda c: c["bottom"]):
        if rows and char["bottom"] - rows[-1][0]["bottom"] < 0.35 * char["size"]:
            rows[-1].append(char)
        else:
            rows.append([char])
    alone = [c for c in chars if c["size"] < SMALL * largest]
    for side in ("x0", "x1"):  # from the left, then from the right: "102)" before a word touches it by its last sign
        waiting, alone = sorted(alone, key=lambda c: c[side], reverse=side == "x1"), []
        for char in waiting:
            home = next((row for row in rows if _touches(char, row)), None)
            (alone if home is None else home).append(char)
    for char in sorted(alone, key=lambda c: c["bottom"]):  # lines that are small as a whole: footnotes
        home = next((r for r in reversed(rows) if abs(r[0]["bottom"] - char["bottom"]) < 0.35 * char["size"]), None)
        if home is None:
            rows.append([char])
        else:
            home.append(char)
    return sorted(rows, key=lambda row: max(row, key=lambda c: c["size"])["bottom"])


def _touches(char: dict[str, Any], row: list[dict[str, Any]]) -> bool:
    """Whether a small character sits in a row: its middle is within the row's height, its side near a neighbour."""
    size = row[0]["size"]
    middle = (char["top"] + char["bottom"]) / 2
    if not row[0]["top"] - 0.3 * size <= middle <= row[0]["bottom"] + 0.3 * size:
        return False
    return any(abs(c["x1"] - char["x0"]) < 0.9 * size or abs(char["x1"] - c["x0"]) < 0.9 * size for c in row)


def _line(row: list[dict[str, Any]], number: int, width: float) -> Line | None:
    row = sorted(row, key=lambda c: c["x0"])
    words = [c for c in row if c["text"].strip()]
    if not words:
        return None
    size = Counter(round(c["size"], 1) for c in words).most_common(1)[0][0]
    base = max(c["bottom"] for c in words if round(c["size"], 1) == size)
    pieces: list[str] = []
    raised = ""
    last: dict[str, Any] | None = None
    for char in row:
        is_raised = char["size"] < SMALL * size and base - char["bottom"] > 0.15 * size
        gap = last is not None and char["x0"] - last["x1"] > 0.2 * min(size, char["size"])
        if raised and (not is_raised or gap):
            pieces.append(_superscript(raised, first=not pieces))
            raised = ""
        if gap and pieces and not pieces[-1].endswith(" "):
            pieces.append(" ")
        if is_raised:
            raised += char["text"]
        else:
            pieces.append(char["text"])
        last = char
    pieces.append(_superscript(raised, first=not pieces))
    text = re.sub(r"\s+", " ", "".join(pieces).replace("\u00a0", " ")).strip()
    return Line(text, words[0]["x0"], words[-1]["x1"], number, width, size) if text else None


def _superscript(raised: str, *, first: bool) -> str:
    """``^1``; nothing for a footnote's mark, except where the footnote itself begins."""
    raised = raised.strip()
    is_mark = _NOTE_MARK.fullmatch(raised) is not None
    return "" if not raised or (is_mark and not first) else f"^{raised}"
