"""Odd things people and machines type: markup, SQL, templates, paths, broken Unicode, broken citations, a megabyte."""

from __future__ import annotations

import random
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

TAG = "przepisxss"
SEEDS: tuple[str, ...] = (
    f"<{TAG}>alert(1)</{TAG}>",
    f'" onfocus={TAG} autofocus x="',
    f"' onfocus={TAG} autofocus x='",
    f"</title><{TAG}>",
    f"]]><{TAG}><!--",
    f"javascript:{TAG}",
    "'; DROP TABLE articles; --",
    "1 OR 1=1 UNION SELECT * FROM acts",
    '") MATCH "x" NEAR/0',
    "{{7*7}}{% raw %}",
    "${jndi:ldap://x}",
    "{0.__class__}%s%n%(x)s",
    "../../../../etc/passwd",
    "..%2f..%2fkeys.json",
    "\\\\server\\share",
    "art. 99999999999999999999 k.c.",
    "art. 0 k.c.",
    "art. ^ § pkt lit. k.c.",
    "art. 1-99999 Kodeksu najmu łodzi",
    "kc 415 i 416, 417-420 oraz 22[1] § 1 pkt 2 lit. a tiret 3 k.c.",
    "Dz.U. 2091 poz. 145 art. 5² w zw. z art. 5^1",
    "ustawy z dnia 31 lutego 2091 r. o niczym",
    "DU/2091/145#",
    "DU/2091/145#5^^2",
    "#",
    "/",
    "\x00\x01\x1f\x7f",
    "\u202eabc\u202c\u200b\ufeff",
    "e\u0301" * 50,
    "😀👩‍👩‍👧‍👦🇵🇱",
    "ﷺ﷽" * 20,
    "\U000e0041\U0010fffd\ufffe",
    "０１２３ ¹²³ ①②③ Ⅳ",
    "ŻÓŁĆ żółć ß ſ İ ı",
    "a" * 9_999,
    "zwrot kaucji " * 600,
    "( " * 3_000,
    "^1" * 3_000,
    "art. " * 1_500,
    "1" * 5_000,
    "\n\r\nset-cookie: a=b\r\n\r\n",
    "null",
    "-1",
    "NaN",
    "true",
)


def odd_queries(n: int, seed: int = 8017) -> Iterator[str]:
    """Each seed as it is, then mixtures of them: cut, joined, with characters of any plane put in."""
    chance = random.Random(seed)
    yield from SEEDS[:n]
    for _ in range(n - len(SEEDS)):
        parts = [_cut(chance, chance.choice(SEEDS)) for _ in range(chance.randint(1, 4))]
        parts.append("".join(_character(chance) for _ in range(chance.randint(0, 12))))
        chance.shuffle(parts)
        yield chance.choice(("", " ", "\t", "#", '"')).join(parts)


def reflected(page: bytes) -> list[str]:
    """Elements and handlers of ours that a parser finds in a page: what was typed has become markup."""
    if TAG.encode() not in page:
        return []
    found = LexborHTMLParser(page.decode("utf-8")).css(f"{TAG}, [onfocus], [href^='javascript:']")
    return [node.html or "" for node in found]


def _cut(chance: random.Random, text: str) -> str:
    start = chance.randint(0, max(0, len(text) - 1))
    return text[start : start + chance.randint(1, 400)] if chance.random() < 0.5 else text[:400]


def _character(chance: random.Random) -> str:
    while True:
        point = chance.choice((chance.randint(0, 0x2FF), chance.randint(0, 0xFFFF), chance.randint(0, 0x10FFFF)))
        if not 0xD800 <= point <= 0xDFFF:
            return chr(point)
