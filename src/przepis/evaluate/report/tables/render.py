"""A table as plain text, Markdown, LaTeX, CSV and HTML."""

from __future__ import annotations

import csv
import html
import io
import re

from przepis.evaluate.report.tables.table import Cell, Column, Table

THEIRS = " (paper)"


def heading(column: Column) -> str:
    """On one line; only HTML keeps the break inside a long heading."""
    return column.name.replace("\n", " ") + (THEIRS if column.theirs else "")


def to_text(table: Table) -> str:
    """For a terminal: columns padded, numbers to the right."""
    grid = [[heading(c) for c in table.columns], *([cell.shown for cell in row] for row in table.rows)]
    widths = [max(len(row[i]) for row in grid) for i in range(len(table.columns))]
    lines = []
    for row in grid:
        padded = (
            cell.ljust(width) if column.align == "left" else cell.rjust(width)
            for cell, width, column in zip(row, widths, table.columns, strict=True)
        )
        lines.append("  ".join(padded).rstrip())
    return "\n".join([table.title, "", *lines, "", *([table.caption] if table.caption else [])])


def to_markdown(table: Table) -> str:
    head = "| " + " | ".join(_md(heading(c)) for c in table.columns) + " |"
    rule = "| " + " | ".join("---" if c.align == "left" else "---:" for c in table.columns) + " |"
    body = ["| " + " | ".join(_md_cell(cell) for cell in row) + " |" for row in table.rows]
    tail = ["", table.caption] if table.caption else []
    return "\n".join([f"### {table.title}", "", head, rule, *body, *tail, ""])


def _md(words: str) -> str:
    return words.replace("|", "\\|")


def _md_cell(cell: Cell) -> str:
    """With the interval, which a page shows on hover and paper cannot."""
    shown = _md(cell.shown)
    interval = cell.note.removeprefix("95 %: ") if cell.note.startswith("95 %: ") else ""
    return (f"**{shown}**" if cell.best else shown) + (f" ({interval})" if interval else "")


def to_latex(table: Table) -> str:
    """booktabs; ``\\usepackage{booktabs}`` is all it needs."""
    spec = "".join("l" if c.align == "left" else "r" for c in table.columns)
    head = " & ".join(_tex(heading(c)) for c in table.columns) + r" \\"
    body = [" & ".join(_tex_cell(cell) for cell in row) + r" \\" for row in table.rows]
    caption = _tex(f"{table.title}. {table.caption}".strip())
    return "\n".join(
        [
            r"\begin{table}[t]",
            r"  \centering\small",
            rf"  \begin{{tabular}}{{{spec}}}",
            r"    \toprule",
            f"    {head}",
            r"    \midrule",
            *(f"    {line}" for line in body),
            r"    \bottomrule",
            r"  \end{tabular}",
            rf"  \caption{{{caption}}}",
            rf"  \label{{tab:{table.slug}}}",
            r"\end{table}",
            "",
        ]
    )


_TEX = {"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}", "^": r"\^{}", "~": r"\~{}"}
_TEX |= {"\\": r"\textbackslash{}", "<": r"$<$", ">": r"$>$", "−": "--", "Δ": r"$\Delta$", "≥": r"$\geq$"}


def _tex(words: str) -> str:
    return "".join(_TEX.get(character, character) for character in words)


def _tex_cell(cell: Cell) -> str:
    return rf"\textbf{{{_tex(cell.shown)}}}" if cell.best else _tex(cell.shown)


def to_csv(table: Table) -> str:
    """Unrounded values, so that a spreadsheet can go on with them."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([heading(c) for c in table.columns])
    for row in table.rows:
        writer.writerow([cell.raw for cell in row])
    return stream.getvalue()


def to_html(table: Table) -> str:
    head = "".join(
        f'<th class="{c.align}{" theirs" if c.theirs else ""}" scope="col"><button type="button">'
        f"{html.escape(c.name).replace(chr(10), '<br>')}{'<small>paper</small>' if c.theirs else ''}</button></th>"
        for c in table.columns
    )
    body = "\n".join(
        "<tr>" + "".join(_td(cell, c) for cell, c in zip(row, table.columns, strict=True)) + "</tr>"
        for row in table.rows
    )
    caption = f"<p class=caption>{html.escape(table.caption)}</p>" if table.caption else ""
    return (
        f'<section class=table id="{html.escape(table.slug)}"><h3>{html.escape(table.title)}</h3>'
        f"<div class=scroll><table class=sortable><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>"
        f"{caption}</section>"
    )


def _td(cell: Cell, column: Column) -> str:
    classes = " ".join(filter(None, [column.align, "theirs" if column.theirs else "", "best" if cell.best else ""]))
    value = "" if cell.value is None else f' data-value="{html.escape(str(cell.value), quote=True)}"'
    note = f' title="{html.escape(cell.note, quote=True)}"' if cell.note else ""
    return f'<td class="{classes}"{value}{note}>{html.escape(cell.shown)}</td>'


def slug_of(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
