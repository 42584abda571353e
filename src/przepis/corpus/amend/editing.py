"""Changes inside the text of a unit: words, sentences, closing signs."""

from __future__ import annotations

import re

from przepis.corpus.amend.act_text import Refused

_QUOTES = '„”"“»«'
_DASHES = "-–—−"
_JOURNAL = re.compile(r"\s*\(\s*Dz\.\s*(?:U|Urz)\.(?:[^()]|\([^()]*\))*\)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:art|ust|pkt|poz|nr|Nr|lit|tj|np|in|tzw|Dz|godz|ok|prof|dr|hab|ww|św|zm|późn|proc|str|tzn|itp|itd|ul|im|al|inż|mgr|gen|ks|jw|zob|por|[A-ZŁŚŻ]))\.$"
)
_BOUNDARY = re.compile(r"(?<=[.!?])(?:\^?\d*\)?)?\s+(?=[A-ZĄĆĘŁŃÓŚŹŻ„\"(])")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a unit stand; a list and what closes it belong to the sentence that opens it."""
    spans, start = [], 0
    for found in _BOUNDARY.finditer(text):
        if _ABBREVIATION.search(text[: found.start()]) or re.match(r"\s*\n\s*(?:\S+[.)]\s|- )", text[found.start() :]):
            continue
        spans.append((start, found.start()))
        start = found.end()
    spans.append((start, len(text)))
    return spans


def sentence_span(text: str, number: int) -> tuple[int, int]:
    spans = sentence_spans(text)
    index = number - 1 if number > 0 else len(spans) + number
    if not 0 <= index < len(spans):
        raise Refused(f"there is no sentence {number}; the unit has {len(spans)}")
    return spans[index]


def tidy_spacing(text: str) -> str:
    text = re.sub(r"[ \t]{2,}", " ", text)
    text = re.sub(r"[ \t]+([,;.:)])", r"\1", text)
    return re.sub(r",(?=,)", "", text).strip(" ")


def words_pattern(words: str) -> re.Pattern[str]:
    """The words as a pattern that minds neither spaces nor the shape of quotation marks and dashes."""
    words = words.strip()
    parts = []
    for char in re.sub(r"\s+", " ", _JOURNAL.sub("\x01", words)):
        if char == "\x01":  # consolidated texts move Journal addresses to footnotes, or bring them up to date
            parts.append(r"(?:\s*\(\s*Dz\.\s*(?:U|Urz)\.(?:[^()]|\([^()]*\))*\))?")
        elif char == " ":
            parts.append(r"\s+")
        elif char in _QUOTES:
            parts.append(f"[{_QUOTES}]")
        elif char in _DASHES:
            parts.append(f"[{re.escape(_DASHES)}]")
        else:
            parts.append(re.escape(char))
    left = r"(?<![\w^])" if words[:1].isalnum() else ""
    right = r"(?![\w^])" if words[-1:].isalnum() else ""
    return re.compile(left + "".join(parts) + right)


def replace_words(text: str, old: str, new: str) -> tuple[str, int]:
    """The text with every occurrence replaced, and how many there were."""
    if not old.strip():
        raise Refused("no words to look for are quoted")
    pattern = words_pattern(old)
    if not pattern.search(text):
        pattern, new = _other_case(text, old, new)
    done = _spans(text, new) if len(new) > len(old) and pattern.search(new) else []
    changed, n = pattern.subn(lambda m: m[0] if _inside(m, done) else new.strip(), text)
    return (tidy_spacing(changed) if n else text), n


def _spans(text: str, words: str) -> list[tuple[int, int]]:
    return [found.span() for found in words_pattern(words).finditer(text)]


def _inside(found: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    """Part of words that have been replaced already: "ust. 1" in "ust. 1 i 2" that another point has made of it."""
    return any(start <= found.start() and found.end() <= end for start, end in spans)


def _other_case(text: str, old: str, new: str) -> tuple[re.Pattern[str], str]:
    """Words quoted with a small letter that begin a sentence in the text, or the other way round."""
    swapped = old[:1].swapcase() + old[1:]
    pattern = words_pattern(swapped)
    if pattern.search(text) and new[:1].isalpha() and new[:1].isupper() == old[:1].isupper():
        return pattern, new[:1].swapcase() + new[1:]
    return (pattern, new) if not new else (words_pattern(old), new)


def insert_words(text: str, anchor: str, new: str, *, before: bool) -> tuple[str, int]:
    """The new words beside every occurrence of the anchor, and how many there were."""
    pattern = words_pattern(anchor)
    if not pattern.search(text):
        pattern = words_pattern(anchor[:1].swapcase() + anchor[1:])

    def beside(found: re.Match[str]) -> str:
        return f"{new} {found[0]}" if before else f"{found[0]} {new}"

    changed, n = pattern.subn(beside, text)
    return (tidy_spacing(changed) if n else text), n


def append_words(text: str, new: str) -> str:
    """At the end: after a comma, before a full stop or a semicolon."""
    ends = text[-1:] if text[-1:] in ".;" and not new.rstrip().endswith(text[-1:]) else ""
    head = text[: len(text) - 1] if text[-1:] in ".;" else text
    return tidy_spacing(f"{head} {new}") + ends


def close_with(text: str, old: str, new: str) -> str:
    """The closing sign replaced, added or struck out."""
    text = text.rstrip()
    if old and new and text.endswith(new.strip()) and not text.endswith(old.strip()):
        return text  # an official text had put the sign right already
    if old and not text.endswith(old.strip()):
        raise Refused(f"the text ends with {text[-1:]!r}, not with {old!r}")
    if not old and new and text.endswith(new):
        return text
    head = text[: len(text) - len(old.strip())] if old else text
    if not old and new.strip() in (",", ";", ".") and text[-1:] in ".,;":
        raise Refused(f"the text ends with {text[-1:]!r} already")
    return head.rstrip() + new
