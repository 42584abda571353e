"""The essentials of accessibility, checked in the page itself: names, landmarks, headings, contrast, targets."""

from __future__ import annotations

from typing import Any

_CHECK = r"""
() => {
  const found = [];
  const say = (what, node) => found.push(`${what}: ${(node?.outerHTML ?? "").slice(0, 120)}`);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const visible = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const text = (node) => (node?.textContent ?? "").trim();
  const byId = (ids) => (ids ?? "").split(/\s+/).filter(Boolean).map((id) => document.getElementById(id));
  const name = (node) =>
    node.getAttribute("aria-label") || byId(node.getAttribute("aria-labelledby")).map(text).join(" ") ||
    text(node.labels?.[0]) || text(node) || node.getAttribute("title") || "";

  if (!document.documentElement.lang) say("no language");
  if (!document.title.trim()) say("no title");
  for (const selector of ["main", "body > header", "body > footer", "h1", "form[role=search]"])
    if (all(selector).length !== 1) say(`${all(selector).length} of ${selector}, 1 expected`);
  const navs = all("nav, aside").map((node) => node.getAttribute("aria-label"));
  if (navs.some((label) => !label) || new Set(navs).size !== navs.length) say(`landmarks not told apart: ${navs}`);

  let level = 0;
  for (const heading of all("h1,h2,h3,h4,h5,h6")) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) say(`heading skips from ${level} to ${own}`, heading);
    if (!text(heading)) say("empty heading", heading);
    level = own;
  }
  const ids = all("[id]").map((node) => node.id);
  for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) say(`id ${id} twice`);
  for (const attribute of ["aria-labelledby", "aria-controls", "aria-describedby", "for"])
    for (const node of all(`[${attribute}]`))
      if (byId(node.getAttribute(attribute)).some((other) => !other)) say(`${attribute} names nothing`, node);
  for (const node of all("input:not([type=hidden]), select, textarea, button, a[href], iframe, summary"))
    if (!name(node)) say("no name", node);
  for (const node of all("img:not([alt]), th:not([scope]), [tabindex]:not([tabindex='-1']):not([tabindex='0'])"))
    say("attribute missing or wrong", node);
  for (const node of all("a a, a button, button a")) say("controls inside one another", node);
  for (const node of all("ul > :not(li), ol > :not(li), dl > :not(div, dt, dd)")) say("in a list, no item", node);
  for (const node of all("[aria-hidden=true] a, [aria-hidden=true] button")) say("focusable but hidden", node);
  for (const node of all("button, input:not([type=hidden]), select")) {
    const box = node.getBoundingClientRect();
    if (visible(node) && (box.width < 24 || box.height < 24)) say("target under 24 px", node);
  }

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
  const background = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  let n_texts = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!text(walker.currentNode) || seen.has(node) || !visible(node)) continue;
    if (node.closest(".hidden, .skip, option")) continue;
    seen.add(node);
    n_texts += 1;
    const style = getComputedStyle(node), back = background(node);
    const front = over(parse(style.color), back);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) say(`contrast ${ratio.toFixed(2)}`, node);
  }
  if (n_texts < 5) say(`only ${n_texts} texts seen`);
  return found;
}
"""

_FOCUS = r"""
() => {
  const node = document.activeElement;
  const every = [...document.querySelectorAll("*")];
  const style = getComputedStyle(node);
  return [every.indexOf(node), node.tagName, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
}
"""


def findings(page: Any) -> list[str]:
    """What is wrong, a line each."""
    found: list[str] = page.evaluate(_CHECK)
    return found


def focus_findings(page: Any, steps: int = 12) -> list[str]:
    """Tab goes through the page in its own order, and every stop can be seen."""
    found: list[str] = []
    before = -1
    page.evaluate("document.activeElement?.blur()")
    for _ in range(steps):
        page.keyboard.press("Tab")
        at, tag, shown = page.evaluate(_FOCUS)
        if tag == "BODY":
            break
        if at == before:
            continue  # a date has several fields of its own
        if at < before:
            found.append(f"focus goes back to {tag}")
        if not shown:
            found.append(f"no focus mark on {tag}")
        before = at
    return found
