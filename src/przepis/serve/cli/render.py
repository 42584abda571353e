"""Results, articles and differences as text for a terminal."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from przepis.answer.causes import standing_lines, wording_days
from przepis.answer.coming import ComingBlock, begun_first
from przepis.answer.context import cited_name
from przepis.answer.shown import GRAVE
from przepis.corpus.diff import WordingChange
from przepis.corpus.excerpt import SNIPPET
from przepis.corpus.outline import Outline
from przepis.corpus.raised import raised_text
from przepis.corpus.units import UNKNOWN, unprinted_numbers
from przepis.law.labels import printed_raised, provision_name, whole_name
from przepis.law.printing import format_citation, printed_heading
from przepis.library import Library
from przepis.messages import Messages
from przepis.records import Act, Article, Found, Note, Provision
from przepis.retrieve.highlight import marked_spans, shortened

# brackets as well as colours: a pipe, a printer and a colour-blind reader see the change too
_MARKS = {"same": ("", "", ""), "removed": ("[-", "-]", "red strike"), "added": ("{+", "+}", "green bold")}


def heading_line(library: Library, article: Article) -> str:
    """„art. 22¹ k.c. · Kodeks cywilny”, „§ 12 · rozporządzenie w sprawie …”, „załącznik nr 2 pkt 3 · …”."""
    act = library.store.act(article.act_id)
    short = library.names.abbreviation(article.act_id)
    name = provision_name(article.label, paragraphs=act.paragraphs)
    title = cited_name(act) if act.kind == "regulation" else act.title
    return f"{name} {short} · {title}" if short else f"{name} · {title}"


def print_found(console: Console, found: Found, query: str, say: Messages) -> None:
    """Notes first, then the act that was named, then the hits."""
    print_notes(console, found.notes)
    if found.act is not None:
        print_act(console, found.act, say)
    if not found.hits:
        if not found.notes and found.act is None:
            console.print(say("no_results"))
        return
    for hit in found.hits:
        _print_hit(console, hit, query, say)


def _print_hit(console: Console, hit: Provision, query: str, say: Messages) -> None:
    of = whole_name(hit.article_id, hit.citation) if hit.unit else ""
    sure = say.confidence(hit.confidence, of) if hit.confidence is not None else ""
    title = "" if hit.act_title in hit.citation else f" · {hit.act_title}"
    console.print(f"[bold]{hit.rank:>2}. {escape(hit.citation + title)}[/]  [dim]{escape(sure)}[/]")
    if hit.headings:
        console.print(f"    [dim]{escape(' › '.join(map(printed_heading, hit.headings[-2:])))}[/]")
    console.print(_snippet(hit, query))
    if hit.summary:
        console.print(f"    [italic dim]{escape(say('summary_ours', summary=hit.summary))}[/]")
    print_notes(console, hit.warnings, indent="    ")
    if hit.read_with:
        named = "; ".join(name for _, name in hit.read_with)
        console.print(f"    [dim]{escape(say('read_with'))}: {escape(named)}[/]")
    tone = "red" if hit.status in ("repealed", "expired") else "dim"
    own_id = "" if hit.provisional else hit.article_id  # a made-up id is no address
    day = say.law_as_of(hit.law_as_of, hit.changes_known_to)
    facts = " · ".join(fact for fact in (say("official", address=hit.address), day, own_id, hit.source_url) if fact)
    console.print(f"    [{tone}]{escape(say.status(hit.status, hit.changes_known_to))}[/] · [dim]{escape(facts)}[/]\n")


def _snippet(hit: Provision, query: str) -> Text:
    text = Text(f"    {printed_raised(shortened(hit.text, hit.unit.text if hit.unit else '', query, SNIPPET))}")
    for start, end in marked_spans(text.plain, query):
        text.stylize("bold green", start, end)
    return text


def print_act(console: Console, act: Act, say: Messages) -> None:
    status = say.status(act.status, act.status_known_to)
    facts = [say(f"kind_{act.kind}"), act.date.isoformat() if act.date else "", status]
    console.print(f"[bold]{escape(act.title)}[/]  [dim]{escape(' · '.join(f for f in facts if f))}[/]")
    console.print(f"[dim]{escape(say('act_hint', act=act.act_id))}[/]\n")


def print_article(
    console: Console,
    library: Library,
    article: Article,
    say: Messages,
    on: dt.date | None = None,
    cited: Collection[tuple[str, ...]] = (),
) -> None:
    """``cited``: paths of the units that the citation names; they are marked."""
    console.print(f"[bold]{escape(heading_line(library, article))}[/]")
    if article.headings:
        console.print(f"[dim]{escape(' › '.join(map(printed_heading, article.headings)))}[/]")
    print_notes(console, [library.presenter.note(told, say) for told in library.notes(article, on)])
    console.print()
    standing = library.standing(article, on)
    begun, replaced, to_come = begun_first(standing)
    _print_coming(console, begun, say)
    if replaced is not None:
        console.print(f"[yellow]{escape(say.note(replaced))}[/]")
    _print_wording(console, article, cited)
    console.print()
    _print_coming(console, to_come, say)
    version = library.store.version(article.version_id)
    stated = "" if article.ours else f" · {say.law_as_of(version.as_of, standing.read_to)}"
    console.print(f"[dim]{escape(version.address)} · {escape(wording_days(article, say))}{escape(stated)}[/]")
    for line in standing_lines(article, version, say):
        console.print(f"[yellow]{escape(line)}[/]" if article.ours or article.unsettled else f"[dim]{escape(line)}[/]")
    _print_belonging(console, library, article, say)


def _print_coming(console: Console, blocks: Iterable[ComingBlock], say: Messages) -> None:
    for block in blocks:
        console.print(f"[yellow]{escape(say.note(block.title))}[/]\n{escape(printed_raised(block.text))}\n")


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


def _print_wording(console: Console, article: Article, cited: Collection[tuple[str, ...]]) -> None:
    spans = [(u.start, u.end) for u in article.units if u.path in cited]
    unprinted = unprinted_numbers(article.text, article.units)
    position = 0
    for line in raised_text(article.text, article.units).split("\n"):
        mark = f"[dim]{unprinted[position] or f'§ {UNKNOWN}'}.[/] " if position in unprinted else ""
        if any(start <= position < end for start, end in spans):
            console.print(f"[green]►[/] {mark}[bold]{escape(printed_raised(line))}[/]")
        else:
            console.print(f"{mark}{escape(printed_raised(line))}")
        position += len(line) + 1


def print_notes(console: Console, notes: Sequence[Note], indent: str = "") -> None:
    """Warnings, in red what is not law and in yellow the rest."""
    for told in notes:
        colour = "red" if told.key.startswith(GRAVE) else "yellow"
        console.print(f"{indent}[{colour}]{escape(told.text)}[/]")


def print_outline(console: Console, contents: Outline, act: Act) -> None:
    for section in contents.sections:
        for depth, heading in section.opened:
            console.print(f"{'  ' * depth}[bold]{escape(printed_heading(heading))}[/]")
        labels = [provision_name(e.label, paragraphs=act.paragraphs) for e in section.entries]
        ends = labels[0] if len(labels) == 1 else f"{labels[0]} – {labels[-1]}"
        console.print(f"{'  ' * len(section.headings)}[dim]{escape(ends)}[/]")


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
