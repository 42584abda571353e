"""One invented act, and its printing in the shape of the Journal's HTML. Not law: no such act exists.

An article's lines are what a parse must give. ``⟦…⟧`` is a footnote at that place: printed, never parsed. A line that
begins with ``> `` is quoted by the line before it, as amending acts do.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from itertools import count

NOTE = re.compile(r"\s?⟦(.*?)⟧")
_CLASSES = {"Księga": "book", "Część": "part", "Tytuł": "titl", "Dział": "bran", "Rozdział": "chpt", "Oddział": "schp"}
_MARKERS = (
    ("para", 0, re.compile(r"§ (\S+)\. ")),
    ("pass", 0, re.compile(r"(\d\S*)\. ")),
    ("pint", 1, re.compile(r"(\d\S*)\) ")),
    ("lett", 2, re.compile(r"([a-z]+)\) ")),
)


@dataclass(frozen=True)
class Heading:
    designation: str  # "Rozdział 1"
    title: str


@dataclass(frozen=True)
class Article:
    number: str  # "3^1", or "7-9"
    lines: tuple[str, ...]
    future: tuple[str, ...] = ()  # a coming wording, which a unified text prints in < >

    @property
    def plain(self) -> tuple[str, ...]:
        return tuple(NOTE.sub("", line) for line in self.lines)


@dataclass(frozen=True)
class InventedAct:
    title: str
    day: str
    parts: tuple[Heading | Article, ...]
    kind: str = "ustawa"
    grounds: str = ""  # what authorises a regulation; printed between title and first unit

    @property
    def articles(self) -> list[Article]:
        return [p for p in self.parts if isinstance(p, Article)]


KITES = InventedAct(
    title="o wypożyczaniu latawców",
    day="14 marca 2090 r.",
    parts=(
        Heading("Dział I", "Przepisy ogólne"),
        Heading("Rozdział 1", "Zakres stosowania i podstawowe określenia używane w całej ustawie o wypożyczaniu"),
        Article(
            "1",
            ("Ustawa określa zasady wypożyczania latawców w gminach nadmorskich⟦Wdraża nic i niczego nie zmienia.⟧.",),
        ),
        Article(
            "2",
            (
                "Użyte w ustawie określenia oznaczają:",
                "1) latawiec – przedmiot unoszony przez wiatr na uwięzi, o powierzchni nie większej niż 12 m^2;",
                "2) wypożyczający – osobę, która udostępnia latawiec, w szczególności:",
                "a) za opłatą roczną albo sezonową,",
                "b) nieodpłatnie, w tym:",
                "– w ramach zajęć szkolnych,",
                "– podczas święta gminy;",
                "3) urządzenie wodno-powietrzne – latawiec ciągnięty przez łódź.",
            ),
        ),
        Article(
            "3",
            (
                "§ 1. Wypożyczający prowadzi ewidencję latawców, a do ewidencji stosuje się odpowiednio przepisy "
                "art. 3^1 § 2 i art. 4 oraz przepisy dotyczące urządzenia wodno-powietrznego, którego nie wypożyczono.",
                "§ 2. Ewidencja zawiera:",
                "1) oznaczenie latawca;",
                "2) dzień, w którym:",
                "a) latawiec wydano,",
                "b) latawiec zwrócono",
                "– wraz z podpisem przyjmującego.",
                "§ 2^1. Przepisu § 2 nie stosuje się do latawców papierowych"
                "⟦Dodany przez art. 5 pkt 1 ustawy zmieniającej.⟧.",
                "§ 3. (uchylony)",
            ),
            future=("§ 1. Ewidencji nie prowadzi się.",),
        ),
        Article(
            "3^1",
            (
                "§ 1. W przypadku zniszczenia latawca podczas burzy wypożyczający nie może żądać odszkodowania, "
                "chyba że korzystający przeciwstawił się poleceniu ratownika nadmorskiego.",
                "§ 2. Odszkodowanie nie przekracza 3 jednostek określonych w art. 3^2 § 1 pkt 2.",
            ),
        ),
        Heading("Rozdział 2", "Opłaty"),
        Article("3^2", ("§ 1. Opłatę ustala:", "1) wójt;", "2) rada gminy.", "§ 2. (uchylony)")),
        Article(
            "4",
            (
                "Korzystający z latawca zwraca go przed zachodem słońca, a w dniach bezwietrznych – przed godziną "
                "określoną w regulaminie nadbrzeżnego punktu wypożyczania, o którym mowa w art. 2 pkt 2.",
            ),
        ),
        Article("5", ("(uchylony)",)),
        Article(
            "6a",
            ("§ 1. Kto odcina uwięź cudzego latawca,", "– podlega karze grzywny.", "§ 2. Usiłowanie jest karalne."),
        ),
        Article("7-9", ("(pominięte)",)),
        Heading("Dział II", "Przepis końcowy"),
        Article("10", ("Ustawa wchodzi w życie po upływie 14 dni od dnia ogłoszenia.",)),
    ),
)

FERRIES = InventedAct(
    title="w sprawie oznaczania przystani promowych",
    day="2 czerwca 2091 r.",
    kind="rozporządzenie",
    grounds="Na podstawie art. 4 ust. 2 ustawy z dnia 14 marca 2090 r. o wypożyczaniu latawców (Dz. U. poz. 77) "
    "zarządza się, co następuje:",
    parts=(
        Article("1", ("Rozporządzenie określa sposób oznaczania przystani promowych.",)),
        Article(
            "2",
            (
                "1. Przystań oznacza się tablicą.",
                "2. Tablica zawiera:",
                "1) nazwę;",
                "2) numer.",
                "3. Numer nadaje starosta.",
            ),
        ),
        Article("3", ("Rozporządzenie wchodzi w życie z dniem następującym po dniu ogłoszenia.",)),
    ),
)


# -- HTML -------------------------------------------------------------------------------------------------------


def as_html(act: InventedAct, *, announced: bool = False) -> str:
    """The page of an act; ``announced``: of the announcement of its consolidated text."""
    notes = count(1)
    law = _law_html(act, notes)
    if not announced:
        sections = _section(1, f"<span class='hidden   '>Treść {act.kind}</span>", law)
        return _page(act.kind.capitalize(), act.day, act.title, sections)
    quote = _cite(
        _unit(
            "arti",
            "arti_12",
            "Art. 12.",
            _text("Sprawy wszczęte prowadzi się według przepisów dotychczasowych.", notes),
            "pro-rplc-text",
        )
    )
    own = _unit(
        "pass",
        "pass_1",
        "1.",
        _text(f"Ogłasza się w załączniku jednolity tekst ustawy z dnia {act.day} {act.title}.", notes)
        + _unit("pint", "pass_1-pint_1", "1)", _text("art. 12 ustawy zmieniającej, który stanowi:", notes) + quote),
    )
    sections = _section(1, "<span class='   '>Treść obwieszczenia</span>", own)
    sections += _section(
        2, f"<span class='   '>Załącznik</span>&nbsp;&nbsp;-&nbsp;&nbsp;Tekst jednolity ustawy z dnia {act.day}", law
    )
    sections += _section(3, "<span>Załącznik nr 1</span> - Wzór tablicy", "<TABLE><TR><TD>A</TD></TR></TABLE>")
    return _page(
        "Obwieszczenie Marszałka Sejmu", "z dnia 1 maja 2091&nbsp;r.", "w sprawie jednolitego tekstu", sections
    )


def _page(kind: str, day: str, title: str, sections: str) -> str:
    return f"""<!DOCTYPE HTML>
<html lang="pl"><head><meta name="charset" content="utf-8"></head><body>
<h1><span class="head-type">{kind}</span><span class="head-date">{day}</span>
<span class="head-title">{title}</span></h1>
<div id="toc"><ul class="toc"><li><a href="#part_1">Treść</a></li></ul></div>
<div class="parts">{sections}</div>
<div class="show-all hidden"><button>Pokaż całość</button></div><script>var tree = [];</script></body></html>"""


def _section(number: int, heading: str, body: str) -> str:
    return (
        f'<section id="part_{number}"><div class="part" id="_00{number}"><h2 class="part">{heading}</h2>'
        f'<div class="block">{body}</div></div>'
        '<div class="gloss-section"><DIV CLASS="gloss">9) Objaśnienie</DIV></div></section>'
    )


def _law_html(act: InventedAct, notes: count[int]) -> str:
    pieces: list[str] = []
    open_levels: list[str] = []
    order = list(_CLASSES)
    for part in act.parts:
        if isinstance(part, Heading):
            word, _, which = part.designation.partition(" ")
            while open_levels and order.index(open_levels[-1]) >= order.index(word):
                open_levels.pop()
                pieces.append("</div></div>")
            open_levels.append(word)
            pieces.append(
                f'<div class="unit unit_{_CLASSES[word]} pro-text with-title" id="{_CLASSES[word]}_{which}"><h3>'
                f'<P ALIGN="center">&nbsp;&nbsp;{word}&nbsp;{which}&nbsp;&nbsp;</P>'
                f'<P ALIGN="center"><B CLASS="b"><SPAN CLASS="pro-title-unit">{part.title}</SPAN></B></P></h3>'
                '<div class="unit-inner">'
            )
        else:
            pieces.append(_article_html(part, act.kind, notes))
    return "".join(pieces) + "</div></div>" * len(open_levels)


def _article_html(article: Article, kind: str, notes: count[int]) -> str:
    top, sign = ("para", "§") if kind == "rozporządzenie" else ("arti", "Art.")
    where = f"{top}_{article.number.replace('^', '_')}"
    tree: list[tuple[int, str, str, list[str]]] = [(-1, "", "", [])]  # (level, kind, label, inner)

    def close(level: int) -> None:
        while tree[-1][0] >= level:
            _, unit, label, inner = tree.pop()
            sign_of = {"para": f"§ {label}.", "pass": f"{label}.", "pint": f"{label})", "lett": f"{label})"}[unit]
            tree[-1][3].append(_unit(unit, f"{where}-{unit}_{label}", sign_of, "".join(inner)))

    for line in article.lines:
        found = next(((k, lvl, m) for k, lvl, p in _MARKERS if (m := p.match(line))), None)
        if found is None and line.startswith("– "):
            is_tail = line.startswith(("– podlega", "– wraz"))
            if is_tail:
                close(1)
            inner = tree[-1][3]
            inner.append(_text(line, notes) if is_tail else _dash_item(line[2:], notes))
        elif line.startswith("> "):
            tree[-1][3].append(_cite(_text(line[2:], notes)))
        elif found is None:
            tree[-1][3].append(_text(line, notes))
        else:
            close(found[1])
            tree.append((found[1], found[0], found[2][1], [_text(line[found[2].end() :], notes)]))
    close(0)
    return _unit(top, where, f'<B CLASS="b">{sign} {article.number}.</B>', "".join(tree[0][3]))


def _unit(kind: str, where: str, head: str, inner: str, style: str = "pro-text") -> str:
    marked = re.sub(r"\^(\d+[a-z]?)", r"<SUP>\1</SUP>", head).replace(" ", "&nbsp;", 1 if head[0] != "<" else 0)
    return (
        f'<div class="unit unit_{kind} {style} false" id="{where}" data-id="{where}">\n'
        f'<h3 CLASS="pro-none">{marked}</h3>\n'
        f'<div class="unit-inner">\n  {inner}\n</div></div>\n'
    )


def _text(line: str, notes: count[int]) -> str:
    def gloss(match: re.Match[str]) -> str:
        n = next(notes)
        return (
            f'<A class="gloss-link tooltip" href="#gloss-0:{n}:"><sup>{n})</sup><span class="tooltip-text">'
            f'<span class="pro-gloss-inner">{match[1]}</span></span></A>'
        )

    words = NOTE.sub(gloss, html.escape(line, quote=False))
    words = re.sub(r"\^(\d+[a-z]?)", r"<SUP>\1</SUP>", words)
    words = words.replace(
        "w gminach", 'w&nbsp;<span class="xHidden">&nbsp;(<A HREF="/x">Dz. U. poz. 5</A>)</span>gminach'
    )
    words = words.replace(", ", ",\n         ", 1)  # the source breaks its lines anywhere
    return f'<div data-template="xText" CLASS="pro-text">{words}</div>'


def _dash_item(words: str, notes: count[int]) -> str:
    return (
        '<ul data-template="xEnum" CLASS="enum pro-text"><li><DIV CLASS="pro-text">\n&nbsp;&nbsp;-&nbsp;&nbsp;\n</DIV>'
        f'<DIV CLASS="pro-text"><div CLASS="pro-text">{_text(words, notes)}</div></DIV></li></ul>'
    )


def _cite(body: str) -> str:
    return (
        '<DIV CLASS="cite-box pro-rplc-text"><DIV class="qmark-opn">„&nbsp;</DIV><DIV class="cite-body">'
        f'{body}</DIV><DIV class="qmark-cls">&nbsp;”</DIV><DIV class="trailer">&nbsp;.</DIV></DIV>'
    )
