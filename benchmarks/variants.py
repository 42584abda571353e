"""What each choice that the paper leaves open is worth: the paper's systems before reranking, with one choice changed.

python -m benchmarks.variants --home HOME --work WORK      (or --recording FILE)

Only the answers to the query analysis are needed. The drawn half of the benchmark, corrected labels.
"""

from __future__ import annotations

import dataclasses

from benchmarks.model_systems import Bench, parser_of
from benchmarks.table import print_table
from przepis.evaluate.report.compare import compare_scores
from przepis.evaluate.runs.files import Ranking
from przepis.evaluate.runs.scores import Scores, score_run
from przepis.pipelines.loader import load_pipeline
from przepis.pipelines.run import run_pipeline

VARIANTS = {
    "ascr": ("ascr-refs-question", "ascr-refs-blind", "ascr-terms-concepts", "ascr-released"),
    "ascr-h": ("ascr-h-chunks",),
    "dense": ("dense-chunks",),
}
METRICS = ("hit@1", "hit@10", "hit@20", "hit@50", "hit@100")


def scores_before_reranking(bench: Bench, name: str) -> Scores:
    whole = load_pipeline(name)
    steps = tuple(step for step in whole.steps if step.use != "rerank_llm")
    pipeline = dataclasses.replace(whole, steps=steps)
    questions = bench.sets["exam"]
    found = {}
    for question in questions.questions:
        run = run_pipeline(pipeline, question, bench.tools)
        found[question.question_id] = Ranking(question.question_id, tuple(hit.article_id for hit in run.hits))
    return score_run(found, questions.labels[questions.default_labels])


def main(arguments: list[str] | None = None) -> None:
    with Bench(parser_of(__doc__).parse_args(arguments)) as bench:
        found = {
            base: {name: scores_before_reranking(bench, name) for name in (base, *variants)}
            for base, variants in VARIANTS.items()
        }
    rows = []
    for base, scores in found.items():
        for name, own in scores.items():
            paired = compare_scores(own, scores[base], "hit@1").paired
            assert paired is not None
            test = "" if name == base else f"{paired.b} / {paired.c}, p {paired.p_exact:.3f}"
            rows.append([name, *(round(100 * own.mean(metric), 1) for metric in METRICS), test])
    print_table(["before reranking", *METRICS, "only this / only the base at 1"], rows)


if __name__ == "__main__":
    main()
