"""Final clauses are annotated by rule, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from przepis.corpus.store import Store
from przepis.intake import take_in_sample
from przepis.records import Act, Article
from przepis.surrogates.clauses import annotate_clauses, clause_surrogates

STATUTE = Act("DU/2004/593", "o pomocy społecznej")
REGULATION = Act("DU/2020/476", "w sprawie dokumentów bankowych", kind="regulation")


def article(act: Act, text: str) -> Article:
    return Article(f"{act.act_id}#161", act.act_id, "161", 1, text)


def test_an_entry_into_force_is_asked_for_in_other_words() -> None:
    (found,) = clause_surrogates(STATUTE, article(STATUTE, "Ustawa wchodzi w życie z dniem 1 maja 2004 r."))
    assert found.lay == ("Od kiedy obowiązuje ustawa o pomocy społecznej?",)
    assert found.keywords == ("wejście w życie ustawa o pomocy społecznej",)
    assert found.annotator == "extractive"


def test_a_repeal_and_a_beginning_in_one_article_give_both_questions() -> None:
    text = "Traci moc rozporządzenie z dnia 26 października 2004 r. Rozporządzenie wchodzi w życie po upływie 14 dni."
    (found,) = clause_surrogates(REGULATION, article(REGULATION, text))
    assert [question.split()[0] for question in found.lay] == ["Od", "Jakie"]
    assert found.summary.endswith(": rozporządzenie w sprawie dokumentów bankowych.")


@pytest.mark.parametrize(
    "text",
    [
        "Kto kradnie, podlega karze.",
        'W art. 5 ust. 1 otrzymuje brzmienie: "Ustawa wchodzi w życie z dniem ogłoszenia."',
        "Ustawa wchodzi w życie z dniem ogłoszenia. " + "Do spraw wszczętych stosuje się przepisy dotychczasowe. " * 20,
    ],
)
def test_what_rules_or_amends_is_left_alone(text: str) -> None:
    assert list(clause_surrogates(STATUTE, article(STATUTE, text))) == []


def test_an_annotation_by_others_is_not_replaced(tmp_path: Path) -> None:
    with Store(tmp_path, create=True) as store:
        take_in_sample(store)
        before = {s.article_id: s.summary for s in store.surrogates()}
        n_added = annotate_clauses(store)
        after = {s.article_id: s.summary for s in store.surrogates()}
        assert {key: after[key] for key in before} == before
        assert len(after) == len(before) + n_added
        assert annotate_clauses(store) == 0
