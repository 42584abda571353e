"""Results, articles and differences as text for a terminal."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from przepis.answer.context import cited_name
from przepis.answer.shown import GRAVE, ShownHit
from przepis.corpus.diff import WordingChange
from przepis.corpus.units import display_path
from przepis.law.labels import provision_name
from przepis.law.printing import format_citation
from przepis.library import Library
from przepis.messages import Messages
from przepis.records import Article, Hit, Note
from przepis.retrieve.highlight import marked_spans

# brackets as well as colours: a pipe, a printer and a colour-blind reader see the change too
_MARKS = {"same": ("", "", ""), "removed": ("[-", "-]", "red strike"), "added": ("{+", "+}", "green bold")}
SURE = 0.5  # below this the person is told that the tool is not sure
_SNIPPET = 420


def heading_line(library: Library, article: Article) -> str:
    """„art. 22¹ k.c. · Kodeks cywilny”, „§ 12 · rozporządzenie w sprawie …”, „załącznik nr 2 pkt 3 · …”."""
    act = library.store.act(article.act_id)
    short = library.names.abbreviation(article.act_id)
    name = provision_name(article.label, paragraphs=act.paragraphs)
    title = cited_name(act) if act.kind == "regulation" else act.title
    return f"{name} {short} · {title}" if short else f"{name} · {title}"


def print_hits(
    console: Console, library: Library, hits: Sequence[Hit], query: str, say: Messages, on: dt.date | None = None
) -> None:
    if not hits:
        console.print(say("no_results"))
        return
    first = hits[0].confidence
    if first is not None and first < SURE:
        console.print(f"[yellow]{escape(say('not_sure', share=f'{first:.0%}'))}[/]")
    together = library.read_together(hits)
    for shown in library.shown(hits, on):
        hit, article = shown.hit, shown.article
        sure = say("confidence", share=f"{hit.confidence:.0%}") if hit.confidence is not None else ""
        console.print(f"[bold]{hit.rank:>2}. {escape(heading_line(library, article))}[/]  [dim]{escape(sure)}[/]")
        if article.headings:
            console.print(f"    [dim]{escape(' › '.join(article.headings[-2:]))}[/]")
        print_notes(console, library, shown.notes, say, indent="    ")
        if shown.summary:
            console.print(f"    [italic]{escape(say('in_short', summary=shown.summary))}[/]")
        console.print(_snippet(shown, query))
        if hit.article_id in together:
            named = "; ".join(library.name_of(target) for target in together[hit.article_id])
            console.print(f"    [dim]{escape(say('read_with'))}: {escape(named)}[/]")
        address = escape(say("official", address=shown.version.address))
        console.print(f"    [dim]{address} · {escape(hit.article_id)}[/]\n")


def print_notes(console: Console, library: Library, notes: Sequence[Note], say: Messages, indent: str = "") -> None:
    """Warnings, in red what is not law and in yellow the rest."""
    for note in notes:
        colour = "red" if note.key.startswith(GRAVE) else "yellow"
        console.print(f"{indent}[{colour}]{escape(say(note.key, **dict(note.values)))}[/]")
        for article_id in note.article_ids:
            console.print(f"{indent}  → {escape(format_citation(article_id, library.names))} · {article_id}")


def _snippet(shown: ShownHit, query: str) -> Text:
    marker = f"{shown.marker}: " if shown.unit else ""
    words = re.sub(r"\s+", " ", shown.text)
    cut = words if len(words) <= _SNIPPET else words[:_SNIPPET].rsplit(" ", 1)[0] + " …"
    text = Text(f"    {marker}{cut}")
    for start, end in marked_spans(text.plain, query):
        text.stylize("bold green", start, end)
    return text


def print_article(
    console: Console, library: Library, article: Article, say: Messages, on: dt.date | None = None
) -> None:
    version = library.store.version(article.version_id)
    console.print(f"[bold]{escape(heading_line(library, article))}[/]")
    if article.headings:
        console.print(f"[dim]{escape(' › '.join(article.headings))}[/]")
    print_notes(console, library, library.notes(article, on), say)
    console.print()
    inferred = {u.start: display_path(u.path[-1:]) for u in article.units if u.inferred}
    position = 0
    for line in article.text.split("\n"):
        mark = inferred.get(position)
        console.print(f"[dim]{mark}.[/] {escape(line)}" if mark else escape(line))
        position += len(line) + 1
    console.print()
    coming = library.standing(article, on).coming
    if coming is not None and not coming.whole:
        console.print(f"[yellow]{escape(say('coming_wording'))}[/]\n{escape(coming.text)}\n")
    since = article.valid_from.isoformat() if article.valid_from else "?"
    facts = [say("in_force_from", since=since)]
    if article.valid_to:
        facts.append(say("until", until=article.valid_to.isoformat()))
    if not article.from_exact:
        facts.append(say("exact_day_unknown"))
    console.print(f"[dim]{escape(version.address)} · {escape(' '.join(facts))}[/]")
    _print_belonging(console, library, article, say)


def _print_belonging(console: Console, library: Library, article: Article, say: Messages) -> None:
    """What a regulation was issued on, and what was issued on an article."""
    grounds = [r for r in library.grounds(article.act_id) if r.resolved]
    if grounds:
        named = "; ".join(format_citation(r.target, library.names) for r in grounds)
        console.print(f"[dim]{escape(say('issued_under'))}: {escape(named)}[/]")
    issued = library.issued_on(article.article_id)
    if issued:
        console.print(f"[dim]{escape(say('issued_on'))}:[/]")
        for act in issued:
            over = f" ({say(f'status_{act.status}')})" if act.status in ("repealed", "expired") else ""
            console.print(f"  [dim]· {escape(cited_name(act))}{escape(over)}  {act.act_id}[/]", highlight=False)


def print_change(console: Console, change: WordingChange, say: Messages) -> None:
    if not change.units:
        console.print(say("nothing_changed", a=change.older, b=change.newer))
        return
    console.print(f"[red]- {escape(change.older)}[/]\n[green]+ {escape(change.newer)}[/]\n")
    for unit in change.units:
        console.print(f"[bold]{escape(unit.where)}[/]")
        line = Text()
        for kind, words in unit.pieces:
            before, after, style = _MARKS[kind]
            line.append(f"{before}{words}{after} ", style=style)
        console.print(line, "\n")
