"""Wording not yet in force: consolidated texts print it in bold, after the wording that holds on their day.

Only a line that is bold from its marker to its end is coming law. Bold words inside a line are emphasis, and a bold
line without a sentence in it is a title of the source.
"""

from __future__ import annotations

import re

_BOLD = re.compile(r"\*\*(?=\S).+?\*\*")
_MARKER = re.compile(
    r"(?:§\s*)?(?:\d+[a-ząćęłńóśźż]*(?:\^\w+\^?)*[.)]|[a-ząćęłńóśźż]{1,3}\)|[-–—])\s*",  # 1a. 2^1^) aa) –
)
_SENTENCE_END = re.compile(r"[.,;:)]\W*$")
_AFTER_CURRENT = re.compile(r"(?P<current>[^*]{20,}[.,;:])\s*(?P<coming>\*\*[^*]{20,}\*\*)\W*")
_TITLE_WORDS = 6  # a bold line of so few words, beginning with a capital and ending without a sign, is a title


def split_pending(line: str) -> tuple[str, str]:
    """(what holds on the text's day, what is still to come); one of the two is usually empty."""
    # One bold passage after another lost the space between them: "w****art. 5".
    line = re.sub(r"(?<=\S)\*{4}(?=\S)", lambda m: "" if line[m.end()] in ".,;:)" else " ", line)
    if "**" not in line or line.startswith(("|", ">", "#")) or "***" in line:
        return line, ""
    if _is_bold(line):
        return (line, "") if _is_title(line) else ("", line)
    glued = _AFTER_CURRENT.fullmatch(line)
    return (glued["current"], glued["coming"]) if glued else (line, "")


def _is_bold(line: str) -> bool:
    rest = _BOLD.sub("", line).strip()
    marker = _MARKER.match(rest)
    return re.search(r"\w", rest[marker.end() :] if marker else rest) is None


def _is_title(line: str) -> bool:
    words = _MARKER.sub("", line.replace("**", "").strip(), count=1)
    if not words or _SENTENCE_END.search(words):
        return False
    return words.isupper() or (words[0].isupper() and len(words.split()) <= _TITLE_WORDS)
