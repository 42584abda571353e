"""Train the subword vocabulary: byte-pair merges on lower-cased text with its diacritics.

People type without diacritics, so a share of the training text is folded to plain letters: ``zwolnienie`` and
``wypowiedzenie`` are unaffected, and ``pracownikow`` gets merges of its own instead of falling apart.

    python3 -m train.tokenizer --out train/data/tokenizer.json --vocab 16384 text1.txt text2.txt
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from train.texts import fold

SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PAD, UNK, CLS, SEP, MASK = range(5)
PREFIX = "##"  # before every piece that does not begin a word: "robi" and "##robi" are different things


def new_tokenizer() -> Tokenizer:
    """The analysis that training and inference share; everything of it is stored in tokenizer.json."""
    tokenizer = Tokenizer(models.BPE(unk_token=SPECIALS[UNK], continuing_subword_prefix=PREFIX))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(" ", " "), normalizers.Lowercase()]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Punctuation(behavior="isolated"),
            pre_tokenizers.Digits(individual_digits=False),
        ]
    )
    tokenizer.decoder = decoders.WordPiece(prefix=PREFIX, cleanup=False)
    return tokenizer


def with_folded(lines: Iterable[str], share: float, seed: int) -> Iterator[str]:
    """The lines, a share of them a second time without diacritics."""
    dice = random.Random(seed)
    for line in lines:
        yield line
        if dice.random() < share:
            yield fold(line)


def train_tokenizer(lines: Iterable[str], vocab: int, folded: float = 0.15, seed: int = 17) -> Tokenizer:
    tokenizer = new_tokenizer()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab,
        min_frequency=8,
        special_tokens=list(SPECIALS),
        limit_alphabet=220,
        continuing_subword_prefix=PREFIX,
        show_progress=False,
    )
    tokenizer.train_from_iterator(with_folded(lines, folded, seed), trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A", pair="[CLS] $A [SEP] $B", special_tokens=[("[CLS]", CLS), ("[SEP]", SEP)]
    )
    return tokenizer


def sample_lines(paths: Iterable[Path], keep: float, seed: int) -> Iterator[str]:
    dice = random.Random(seed)
    for path in paths:
        with path.open(encoding="utf-8") as stream:
            yield from (line for line in stream if keep >= 1 or dice.random() < keep)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="+", type=Path, help="plain text, one paragraph a line")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--vocab", type=int, default=16384)
    parser.add_argument("--keep", type=float, default=1.0, help="share of the lines to learn from")
    parser.add_argument("--seed", type=int, default=17)
    options = parser.parse_args()
    tokenizer = train_tokenizer(sample_lines(options.texts, options.keep, options.seed), options.vocab)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(options.out), pretty=False)
    print(f"{options.out}: {tokenizer.get_vocab_size()} entries")


if __name__ == "__main__":
    main()
