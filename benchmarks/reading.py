"""How often close calls are read, and what it costs: the default system with reading and without, question by question.

python -m benchmarks.reading --home HOME --questions FILE [--questions FILE ...]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from benchmarks.table import print_table
from przepis.evaluate.questions.sets import read_questions
from przepis.library import Library
from przepis.settings import load_settings

PIPELINES = ("przepis", "przepis-reading")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--questions", type=Path, action="append", required=True)
    options = parser.parse_args()
    rows = []
    with Library(settings=load_settings(options.home)) as library:
        for path in options.questions:
            asked = read_questions(str(path), library.store).questions
            spent: dict[str, list[float]] = {name: [] for name in PIPELINES}
            reading: list[float] = []
            changed = 0
            for question in asked:
                first = []
                # the vectors of a question are kept by the encoder: whoever is asked second would win
                library.run(question.text, options=question.options, pipeline=PIPELINES[0])
                for name in PIPELINES:
                    started = time.perf_counter()
                    run = library.run(question.text, options=question.options, pipeline=name)
                    spent[name].append(1000 * (time.perf_counter() - started))
                    first.append(run.hits[0].article_id if run.hits else "")
                    if "reading" in run.stage_ms:
                        reading.append(run.stage_ms["reading"])
                changed += first[0] != first[1]
            times = [f"{np.median(own):.1f} / {np.percentile(own, 95):.1f}" for own in spent.values()]
            read = f"{np.median(reading):.1f} / {np.percentile(reading, 95):.1f}" if reading else "-"
            rows.append((path.stem, len(asked), f"{len(reading) / len(asked):.1%}", changed, read, *times))
    heads = ("set", "questions", "read", "another first", "reading p50 / p95 ms", "without, ms", "with, ms")
    print_table(heads, rows)


if __name__ == "__main__":
    main()
