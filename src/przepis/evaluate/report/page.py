"""The report as one HTML page that needs nothing else: styles, sorting and figures are inside it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import TYPE_CHECKING

from przepis import __version__
from przepis.evaluate.report.tables.render import to_html

if TYPE_CHECKING:
    from przepis.evaluate.report.writing import Section

_STYLE = """
:root { color-scheme: light; --ink: #1f2933; --faint: #66727f; --line: #e3e7eb; --ours: #1d5fa8; --theirs: #c2410c; }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; color: var(--ink);
  background: #f6f7f9; }
main { max-width: 1480px; margin: 0 auto; padding: 24px 20px 80px; }
h1 { font-size: 26px; margin: 8px 0 4px; } h2 { font-size: 21px; margin: 48px 0 6px; }
h3 { font-size: 16px; margin: 0 0 10px; }
nav { display: flex; flex-wrap: wrap; gap: 6px 16px; margin: 12px 0; } nav a { color: var(--ours); }
.about { color: var(--faint); margin: 0 0 16px; max-width: 90ch; }
section.table, figure { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 16px 18px;
  margin: 0 0 18px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; min-width: 50%; }
th, td { padding: 4px 7px; border-bottom: 1px solid var(--line); white-space: nowrap; }
td:first-child, th:first-child { position: sticky; left: 0; background: inherit; }
tr { background: #fff; }
tbody tr:hover { background: #f2f6fb; }
thead th { border-bottom: 2px solid #b8c2cc; vertical-align: bottom; padding: 0; }
th button { font: inherit; font-weight: 600; border: 0; background: none; color: inherit; padding: 4px 7px;
  cursor: pointer; width: 100%; text-align: inherit; }
th button:focus-visible { outline: 2px solid var(--ours); }
th[aria-sort=ascending] button::after { content: " ▲"; font-size: 9px; }
th[aria-sort=descending] button::after { content: " ▼"; font-size: 9px; }
.left { text-align: left; } .right { text-align: right; } .best { font-weight: 700; }
.theirs { color: var(--theirs); background: #fdf6f1; } th.theirs small { display: block; font-weight: 400; }
td[title] { cursor: help; }
.caption, figcaption { color: var(--faint); font-size: 13px; margin: 10px 0 0; max-width: 100ch; white-space: normal; }
figure svg { max-width: 100%; height: auto; display: block; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(560px, 1fr)); gap: 0 18px;
  align-items: start; }
@media print { body { background: #fff; } section.table, figure { break-inside: avoid; } }
"""

_SORT = """
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.firstChild.addEventListener("click", () => {
    const body = table.tBodies[0];
    const up = head.getAttribute("aria-sort") === "descending" ||
      (!head.hasAttribute("aria-sort") && head.classList.contains("left"));
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
    const rows = [...body.rows].sort((a, b) => {
      const x = key(a), y = key(b), n = Number(x), m = Number(y);
      if (x === "" || y === "") return x === "" ? (y === "" ? 0 : 1) : -1;
      const order = Number.isNaN(n) || Number.isNaN(m) ? x.localeCompare(y, "pl") : n - m;
      return up ? order : -order;
    });
    body.append(...rows);
  }));
}
"""


def page(sections: Sequence[Section]) -> str:
    links = "".join(f'<a href="#{s.slug}">{html.escape(s.title)}</a>' for s in sections)
    body = "\n".join(_section(s) for s in sections)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>przepis: benchmark report</title><style>{_STYLE}</style></head>\n<body><main>"
        f"<h1>Benchmark report</h1><p class=about>przepis {__version__}. Click a column's name to sort by it. "
        "Figures marked <b class=theirs>paper</b> were printed by the paper's authors, for their corpus, model and "
        f"encoder; all others were measured here.</p><nav>{links}</nav>\n{body}</main>"
        f"<script>{_SORT}</script></body></html>\n"
    )


def _section(section: Section) -> str:
    figures = "\n".join(
        f"<figure>{svg}<figcaption>{html.escape(caption)}</figcaption></figure>" for caption, svg in section.figures
    )
    first, *rest = [to_html(table) for table in section.tables]
    tables = "\n".join(rest)
    return (
        f'<h2 id="{section.slug}">{html.escape(section.title)}</h2><p class=about>{html.escape(section.about)}</p>\n'
        f"{first}\n<div class=figures>{figures}</div>\n{tables}"
    )
