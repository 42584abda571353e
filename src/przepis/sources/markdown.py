"""One act as Markdown: front matter, part headings, ``##### Art. N.`` and the wording below it."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from dataclasses import dataclass

from przepis.errors import SourceError
from przepis.law.base_acts import base_act
from przepis.law.dates import iso_day
from przepis.law.labels import raise_marks
from przepis.law.parts import headings_in_parts
from przepis.records import ActStatus
from przepis.sources.annexes import HEADING as ANNEX_HEADING
from przepis.sources.annexes import read_annexes
from przepis.sources.articles import is_repealed, spread
from przepis.sources.glued import part_glued
from przepis.sources.parsed import ParsedAct, ParsedArticle
from przepis.sources.pending import split_pending
from przepis.sources.statuses import act_status
from przepis.sources.superscripts import recover
from przepis.sources.titles import Identity, identify

MAX_BYTES = 64 * 1024 * 1024  # the largest act has 1.2 MB; anything near this is not an act

_HEADING = re.compile(r"(#{1,6}) +(.*)")
_ARTICLE = re.compile(r"(?:Art\.|Artykuł|§)\s*(.+?)\.?")
_RANGE = re.compile(r"(\d+[a-ząćęłńóśźż]*\d*[a-z]*)\s*[-–]\s*(\d+[a-ząćęłńóśźż]*\d*[a-z]*)")
_LABEL = re.compile(r"\d+[a-ząćęłńóśźż]*\d*[a-ząćęłńóśźż]*|\d+[a-ząćęłńóśźż]*\^\d+[a-ząćęłńóśźż]*")
_MENTION = re.compile(r"(\d+[a-z]*)\^(\d+)\^([a-z]?)(?![a-z])")
_FORMER = re.compile(r", (?=(?:Ustawa|Rozporządzenie|Dekret)\b)")
_STATUSES: dict[str, ActStatus] = {
    "in_force": "in_force",
    "repealed": "repealed",
    "expired": "expired",
}


@dataclass(slots=True)
class _Block:
    """An article heading with the lines under it."""

    raw: str
    raw_to: str
    headings: tuple[str, ...]
    lines: list[str]
    coming: list[int]  # which of the lines are not yet in force

    def today(self) -> str:
        return "\n".join(line for i, line in enumerate(self.lines) if i not in self.coming)

    def to_come(self) -> str:
        return "\n".join(self.lines[i] for i in self.coming)


def parse_markdown(text: str, name: str) -> ParsedAct:
    """The act in ``text``; ``name`` says where it is from in every error."""
    front, body = split_front_matter(text, name)
    act = identify(front["title"], front.get("rank", ""), body)
    law, after = _law_part(body, act)
    blocks, warnings = _article_blocks(part_glued(law) if act.consolidated else law, act.consolidated)
    annexed, annexes = read_annexes(after) if act.kind == "regulation" else ([], [])
    if not blocks and not annexed:
        what = "`##### § 1.`, and no annex with text" if act.kind == "regulation" else "`##### Art. 1.`"
        raise SourceError(f"{name}: no article heading ({what}) in it; a Markdown act was expected")
    articles, doubled = _articles(blocks, body, act.consolidated)
    articles = _in_parts(front["eli"], act, articles)
    warnings += [f"article {label} is printed twice; the first text was kept" for label in doubled]
    as_of, published = front_dates(front, name)
    return ParsedAct(
        eli=front["eli"],
        title=act.title,
        act_date=act.act_date,
        kind=act.kind,
        issuer=act.issuer,
        status=front_status(front, act.consolidated),
        stated_status=front.get("status_pl", ""),
        in_force_from=None if act.consolidated else iso_day(front.get("entry_into_force")),
        consolidated=act.consolidated,
        as_of=as_of,
        published=published,
        address=front.get("display_address", ""),
        articles=(*articles, *annexed),
        annexes=tuple(annexes),
        keywords=tuple(k.strip() for k in front.get("keywords", "").split(",") if k.strip()),
        base_eli="" if act.consolidated else front["eli"],
        source="legalize",
        warnings=tuple(warnings),
        preamble=_preamble(law),
        former_titles=former_titles(front),
    )


def former_titles(front: dict[str, str]) -> tuple[str, ...]:
    """What the act was called before it was renamed: its older texts bear these titles."""
    stated = (identify(title, "", "").title for title in _FORMER.split(front.get("previous_titles", "")))
    return tuple(title for title in stated if title)


def front_status(front: dict[str, str], consolidated: bool) -> ActStatus:
    """What the source says of the act; its English summary counts only where the Journal's own word is missing."""
    if stated := front.get("status_pl"):
        return act_status(stated, consolidated=consolidated)
    return "unknown" if consolidated else _STATUSES.get(front.get("status", ""), "unknown")


def split_front_matter(text: str, name: str) -> tuple[dict[str, str], str]:
    """The fields before the body, and the body."""
    if not text.startswith("---\n"):
        raise SourceError(f"{name}: no front matter (`---` on the first line); a Markdown act was expected")
    end = text.find("\n---\n", 4)
    if end < 0:
        raise SourceError(f"{name}: the front matter is not closed by a line `---`; is the file cut short?")
    front: dict[str, str] = {}
    for line in text[4:end].split("\n"):
        key, colon, value = line.partition(":")
        if colon:
            value = value.strip()
            if len(value) >= 2 and value[0] == value[-1] == '"':
                value = value[1:-1].replace('\\"', '"')
            front[key.strip()] = value
    for key in ("title", "eli"):
        if not front.get(key):
            raise SourceError(f"{name}: the front matter lacks `{key}`")
    if not re.fullmatch(r"(?:DU|MP)/\d{4}/\d+", front["eli"]):
        raise SourceError(f"{name}: eli {front['eli']!r} is not like DU/1964/93")
    return front, text[end + 5 :]


def _law_part(body: str, act: Identity) -> tuple[list[str], list[str]]:
    """The lines of the law itself, after the announcement's own words, and those of its annexes."""
    lines = body.split("\n")
    if act.kind == "regulation" and not act.consolidated:  # may be all annex: then the § there are not its own
        own = next((i for i, line in enumerate(lines) if line.startswith("##### ")), len(lines))
        annex = next((i for i, line in enumerate(lines) if line.startswith("## Załącznik")), len(lines))
        if annex < own:
            return lines[:annex], lines[annex:]
    first = next((i for i, line in enumerate(lines) if line.startswith("## Załącznik - Tekst jednolity")), 0)
    if not first:
        first = next((i for i, line in enumerate(lines) if line.startswith("##### ")), 0)
        while first > 0 and not lines[first - 1].startswith("## Załącznik"):
            first -= 1
    seen = False
    for i in range(first, len(lines)):
        seen = seen or lines[i].startswith("##### ")
        if seen and ANNEX_HEADING.fullmatch(lines[i]):
            return lines[first:i], lines[i:]
    return lines[first:], []


def _preamble(lines: list[str]) -> str:
    """The lines between the title and the first heading below it, notes left out."""
    kept: list[str] = []
    for line in lines:
        if line.startswith("##### "):
            break
        if line.strip() and not line.startswith(("#", ">")):
            kept.append(_tidy_line(line))
    return "\n".join(kept)


def _article_blocks(lines: list[str], consolidated: bool) -> tuple[list[_Block], list[str]]:
    blocks: list[_Block] = []
    warnings: list[str] = []
    headings: dict[int, str] = {}
    current: _Block | None = None
    for line in lines:
        match = _HEADING.fullmatch(line)
        if match is None:
            if current is not None and line.strip():
                _add_line(current, line, consolidated)
            continue
        depth, words = len(match[1]), match[2].strip()
        if depth < 5:
            headings = {d: h for d, h in headings.items() if d < depth}
            if depth > 1 and not words.startswith(("Załącznik", "Treść")):
                headings[depth] = words
            current = None
            continue
        raw = _raw_label(words)
        if raw is None:
            warnings.append(f"heading {line!r} is not an article's")
            if current is not None:
                current.lines.append(words)
            continue
        current = _Block(raw[0], raw[1], tuple(headings[d] for d in sorted(headings)), [], [])
        blocks.append(current)
    return blocks, warnings


def _add_line(block: _Block, line: str, consolidated: bool) -> None:
    """Only consolidated texts print coming wording beside today's."""
    today, coming = split_pending(line) if consolidated else (line, "")
    if today:
        block.lines.append(_tidy_line(today))
    if coming:
        block.coming.append(len(block.lines))
        block.lines.append(_tidy_line(coming))


def _raw_label(words: str) -> tuple[str, str] | None:
    """The flattened label of a heading, and where it names a range, the last one's."""
    match = _ARTICLE.fullmatch(words)
    if match is None:
        return None
    inner = match[1].strip()
    if span := _RANGE.fullmatch(inner):
        return span[1].lower(), span[2].lower()
    first = raise_marks(inner.split()[0].rstrip(".-").lower())
    return (first, "") if _LABEL.fullmatch(first) else None


def _tidy_line(line: str) -> str:
    """Spaces folded, editors' and emphasis marks gone, the ``^`` pair of superscripts made plain: 182^3^ -> 182^3."""
    line = re.sub(r"\^(\d+[a-z]?|[a-z])\^", r"^\1", line.replace("[Słowa kluczowe]", ""))
    return re.sub(r"\s+", " ", line.replace("**", "").replace("\u00a0", " ")).strip()


def _articles(blocks: list[_Block], body: str, consolidated: bool) -> tuple[list[ParsedArticle], list[str]]:
    """The articles, and the labels printed again elsewhere in the act, of which the first text was kept.

    A label printed twice in a row is one article: a consolidated text gives its coming wording under a second heading.
    """
    mentioned = {f"{m[1]}^{m[2]}{m[3]}" for m in _MENTION.finditer(body)}
    raws: list[str] = []
    for block in blocks:
        raws.append(block.raw)
        if block.raw_to:
            raws.append(block.raw_to)
    labels = iter(recover(raws, mentioned))
    articles: dict[str, ParsedArticle] = {}
    last_block: set[str] = set()
    doubled: list[str] = []
    for block in blocks:
        first = next(labels)
        last = next(labels) if block.raw_to else first
        own = [label.canonical for label in spread(first, last)]
        for label in own:
            if label not in articles:
                articles[label] = _article(label, block)
            elif consolidated and label in last_block:
                articles[label] = _second_heading(articles[label], block)
            else:
                doubled.append(label)
        last_block = set(own)
    return list(articles.values()), doubled


def _article(label: str, block: _Block) -> ParsedArticle:
    today, coming = block.today(), block.to_come()
    if not today and coming:
        return ParsedArticle(label, coming, block.headings, is_repealed(coming), not_yet=True)
    return ParsedArticle(label, today, block.headings, is_repealed(today), coming)


def _second_heading(first: ParsedArticle, block: _Block) -> ParsedArticle:
    """Its text is still to come; after a repealed article, wording in plain type is the number given out anew."""
    if first.repealed and not block.coming and not first.not_yet:
        return _article(first.label, block)
    text = "\n".join(block.lines)
    return dataclasses.replace(first, coming="\n".join(part for part in (first.coming, text) if part))


def _in_parts(eli: str, act: Identity, articles: list[ParsedArticle]) -> list[ParsedArticle]:
    """With the parts of the act before its chapters, where they are known."""
    listed = base_act(act.act_date, act.title) if act.consolidated and act.act_date else None
    act_id = listed.act_id if listed else eli
    headings = headings_in_parts(act_id, [a.label for a in articles], [a.headings for a in articles])
    return [dataclasses.replace(a, headings=h) for a, h in zip(articles, headings, strict=True)]


def front_dates(front: dict[str, str], name: str) -> tuple[dt.date, dt.date | None]:
    """The date whose law the text states, and the day it was published."""
    published = iso_day(front.get("promulgation_date")) or iso_day(front.get("publication_date"))
    stated = iso_day(front.get("legal_status_date"))
    entry = iso_day(front.get("entry_into_force")) or iso_day(front.get("valid_from"))
    as_of = stated or entry or published
    if as_of is None:
        raise SourceError(f"{name}: the front matter has no date (legal_status_date, entry_into_force, …)")
    return as_of, published
