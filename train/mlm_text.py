"""The text of masked-language pretraining: every act once, and of older wordings only what is new.

    python3 -m train.mlm_text --out train/data/statutes.txt CURRENT_DIR HISTORY_DIR

Each folder holds Markdown texts of acts. A paragraph seen before (but for its numbers) is left out, so that 600 MB of
consolidated texts shrink to what differs. Documents are separated by an empty line.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from train.texts import sameness_key, squeeze

_FRONT = re.compile(r"\A---\n.*?\n---\n", re.S)
_MARKS = re.compile(r"^(#+|>|[-*]) +", re.M)
MIN_CHARS = 25  # shorter paragraphs ("uchylony", "1.") teach nothing
MAX_TABLE_SHARE = 0.35  # of digits and signs: tariffs and tables


def paragraphs(markdown: str) -> Iterator[str]:
    body = _FRONT.sub("", markdown)
    for block in re.split(r"\n\s*\n", body):
        text = squeeze(_MARKS.sub("", block)).replace("|", " ")
        if text:
            yield squeeze(text)


def is_prose(text: str) -> bool:
    letters = sum(c.isalpha() or c == " " for c in text)
    return len(text) >= MIN_CHARS and letters >= (1 - MAX_TABLE_SHARE) * len(text)


def new_paragraphs(markdown: str, seen: set[bytes]) -> Iterator[str]:
    """Paragraphs of one text that no earlier text had; the heading above a new one comes along."""
    heading = ""
    for text in paragraphs(markdown):
        if text.startswith("Art. ") and len(text) < 16:
            heading = text
            continue
        if not is_prose(text):
            continue
        key = sameness_key(text)
        if key in seen:
            continue
        seen.add(key)
        yield f"{heading} {text}" if heading else text
        heading = ""


def newest_first(folder: Path) -> list[Path]:
    """DU-2024-17 before DU-2012-1: what is kept whole is the newest wording."""

    def age(path: Path) -> tuple[int, ...]:
        return tuple(-int(n) for n in re.findall(r"\d+", path.stem))

    return sorted(folder.rglob("*.md"), key=age)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="the current texts first, then the older ones")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    seen: set[bytes] = set()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with options.out.open("w", encoding="utf-8") as stream:
        for folder in options.folders:
            n_chars = 0
            for path in newest_first(folder):
                kept = list(new_paragraphs(path.read_text(encoding="utf-8"), seen))
                if kept:
                    stream.write("\n".join(kept) + "\n\n")
                    n_chars += sum(map(len, kept))
            print(f"{folder}: {n_chars / 1e6:.1f} million characters kept", flush=True)


if __name__ == "__main__":
    main()
