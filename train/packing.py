"""Token streams for masked-language pretraining, compressed to what may travel to the GPU machine.

    python3 -m train.packing --tokenizer train/data/tokenizer.json --statutes statutes.txt --loose exams.txt \
        --articles articles.jsonl --pairs pairs.jsonl --out train/data

Writes ``statutes.tok.xz`` and ``people.tok.xz``: uint16 ids, one stream each. The second holds people's questions and
summaries *beside the article they belong to*, in changing order, so that filling a gap in the statute's wording can use
the everyday word for it and the other way round.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from train.texts import fold
from train.tokenizer import SEP

T = TypeVar("T")

BATCH_LINES = 20_000
PAIRS_OF_BYTES = {"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 1, "lp": 1, "pb": 1}
MAX_ARTICLE_CHARS = 700  # of the article beside its questions: about 150 of the window's 256 tokens


def write_stream(path: Path, ids: NDArray[np.uint16]) -> None:
    """Two bytes a token; a compressor that knows so saves a third beside one that does not."""
    partial = path.with_suffix(".partial")
    with lzma.open(partial, "wb", filters=[PAIRS_OF_BYTES]) as stream:
        stream.write(ids.astype("<u2").tobytes())
    partial.replace(path)


def read_stream(path: Path) -> NDArray[np.uint16]:
    with lzma.open(path, "rb") as stream:
        return np.frombuffer(stream.read(), dtype="<u2").astype(np.uint16)


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    held: list[T] = []
    for item in items:
        held.append(item)
        if len(held) == size:
            yield held
            held = []
    if held:
        yield held


def tokenise(lines: Iterable[str], tokenizer: Tokenizer) -> NDArray[np.uint16]:
    """One stream; an empty line, and only that, becomes a separator."""
    parts: list[NDArray[np.uint16]] = []
    for batch in batches(lines, BATCH_LINES):
        for encoding in tokenizer.encode_batch_fast(batch, add_special_tokens=False):
            parts.append(np.asarray(encoding.ids or [SEP], dtype=np.uint16))
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint16)


def file_lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            yield line.rstrip("\n")


def opening(article: dict[str, object], dice: random.Random) -> str:
    """The act, the headings and a piece of the article that starts at a word."""
    text = str(article["text"])
    start = dice.randrange(max(1, len(text) - MAX_ARTICLE_CHARS + 1)) if dice.random() < 0.3 else 0
    piece = text[start : start + MAX_ARTICLE_CHARS].split(" ", 1)[-1] if start else text[:MAX_ARTICLE_CHARS]
    headings = " ".join(str(h) for h in article["headings"][-2:])  # type: ignore[index]
    return f"{article['title']}. {headings} {piece}"


def documents_with_questions(
    articles: dict[str, dict[str, object]], asked: dict[str, list[str]], copies: int, seed: int
) -> Iterator[str]:
    """Per article and copy: some of its questions and the article itself, in random order, then an empty line."""
    dice = random.Random(seed)
    keys = sorted(key for key in asked if key in articles)
    for _ in range(copies):
        dice.shuffle(keys)
        for key in keys:
            questions = dice.sample(asked[key], k=min(len(asked[key]), dice.randint(2, 6)))
            questions = [fold(q) if dice.random() < 0.25 else q for q in questions]
            parts = [" ".join(questions), opening(articles[key], dice)]
            dice.shuffle(parts)
            yield parts[0]
            yield parts[1]
            yield ""


def people_lines(options: argparse.Namespace) -> Iterator[str]:
    for path in options.loose:
        for _ in range(options.loose_copies):
            for line in file_lines(path):
                yield line
                yield ""
    if options.pairs is None:
        return
    asked: dict[str, list[str]] = defaultdict(list)
    for line in file_lines(options.pairs):
        pair = json.loads(line)
        asked[pair["article_id"]].append(pair["query"])
    articles: dict[str, dict[str, object]] = {}
    for line in file_lines(options.articles):
        article = json.loads(line)
        if article["article_id"] in asked:
            articles[article["article_id"]] = article
    yield from documents_with_questions(articles, asked, options.copies, options.seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="folder for the streams")
    parser.add_argument(
        "--statutes", type=Path, help="output of train.mlm_text; left out: that stream is kept as it is"
    )
    parser.add_argument("--loose", type=Path, action="append", default=[], help="text files, one document a line")
    parser.add_argument("--loose-copies", type=int, default=3)
    parser.add_argument("--articles", type=Path)
    parser.add_argument("--pairs", type=Path)
    parser.add_argument("--copies", type=int, default=4, help="documents made of each article that has questions")
    parser.add_argument("--seed", type=int, default=17)
    options = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(options.tokenizer))
    options.out.mkdir(parents=True, exist_ok=True)
    if options.statutes is not None:
        ids = tokenise(file_lines(options.statutes), tokenizer)
        write_stream(options.out / "statutes.tok.xz", ids)
        print(f"statutes: {len(ids) / 1e6:.1f} million tokens", flush=True)
    ids = tokenise(people_lines(options), tokenizer)
    write_stream(options.out / "people.tok.xz", ids)
    print(f"people: {len(ids) / 1e6:.2f} million tokens")


if __name__ == "__main__":
    main()
