"""The bundled sample, checked by a reader of its own: plain regular expressions, not the product's parser."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from pathlib import Path

import pytest

from przepis.errors import LabelError, SourceError
from przepis.records import LabelSet, Question, Surrogate
from przepis.sources import sample

HEADING = re.compile(r"^##### (?:Art\.|§) (\d+)([a-z]*)\.$", re.MULTILINE)
NEWEST = {"DU/2091/101": "DU/2096/18", "DU/2091/145": "DU/2095/210", "DU/2092/88": "DU/2097/33"}
MIDDLE = "DU/2093/57"  # the second of the three texts of DU/2091/101
WITHOUT_SURROGATES = {"DU/2091/1", "DU/2093/31", "DU/2095/40"}


def articles_in(path: Path) -> dict[str, str]:
    """Canonical label -> text; "51" between 5 and 6 is 5^1, since the numbers otherwise run without a gap."""
    parts = HEADING.split(path.read_text(encoding="utf-8"))[1:]
    found: dict[str, str] = {}
    base = 0
    for number, letter, text in zip(*(parts[i::3] for i in range(3)), strict=True):
        sup = ""
        if int(number) not in (base, base + 1):
            assert number.startswith(str(base)), f"{path.name}: art. {number} after {base}"
            number, sup = str(base), number[len(str(base)) :]
        base = int(number)
        label = number + (f"^{sup}" if sup else "") + letter
        assert label not in found, f"{path.name}: {label} twice"
        found[label] = re.sub(r"^#{2,4} .*$", "", text, flags=re.MULTILINE).strip()
    return found


def front(path: Path, key: str) -> str:
    match = re.search(rf'^{key}: "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    return match[1] if match else ""


@pytest.fixture(scope="module")
def texts() -> dict[str, dict[str, str]]:
    return {front(path, "eli"): articles_in(path) for path in sorted(sample.acts_dir().glob("*.md"))}


@pytest.fixture(scope="module")
def newest(texts: dict[str, dict[str, str]]) -> dict[str, str]:
    announced = set(NEWEST.values()) | {MIDDLE}
    return {
        f"{eli}#{label}": text
        for eli in texts
        if eli not in announced
        for label, text in texts[NEWEST.get(eli, eli)].items()
    }


@pytest.fixture(scope="module")
def asked() -> tuple[list[Question], LabelSet]:
    return sample.read_questions()


@pytest.fixture(scope="module")
def surrogates() -> list[Surrogate]:
    return list(sample.read_surrogates())


def test_size_and_kinds_of_labels(newest: dict[str, str]) -> None:
    labels = [article_id.split("#")[1] for article_id in newest]
    assert len({article_id.split("#")[0] for article_id in newest}) == 12
    assert len(newest) >= 240
    assert sum("^" in label for label in labels) == 11
    assert sum(label[-1].isalpha() for label in labels) >= 12
    assert sum(text == "(uchylony)" for text in newest.values()) >= 10


def test_flattened_superscripts_are_told_from_the_sequence(texts: dict[str, dict[str, str]]) -> None:
    boats = (sample.acts_dir() / "DU-2091-145.md").read_text(encoding="utf-8")
    assert "##### Art. 51." in boats
    neighbours = (sample.acts_dir() / "DU-2093-31.md").read_text(encoding="utf-8")
    assert "##### Art. 91." in neighbours
    assert {"5^1", "5^2", "12^1", "20^1"} <= set(texts["DU/2091/145"])
    assert {"9^1", "9^2", "22a"} <= set(texts["DU/2093/31"])


def test_versions_differ_as_written(texts: dict[str, dict[str, str]]) -> None:
    first, second, third = (texts[eli] for eli in ("DU/2091/101", MIDDLE, NEWEST["DU/2091/101"]))
    assert "połowy" in first["7"]
    assert "jednej trzeciej" in second["7"]
    assert "jednej piątej" in third["7"]
    assert set(second) - set(first) == {"5^1"}
    assert set(third) - set(second) == {"5^2", "7a", "7b"}
    assert third["13"] == "(uchylony)" != second["13"] == first["13"]
    assert set(texts[NEWEST["DU/2091/145"]]) - set(texts["DU/2091/145"]) == {"7a"}
    assert set(texts[NEWEST["DU/2092/88"]]) - set(texts["DU/2092/88"]) == {"7b", "16a"}


def test_every_text_is_marked_invented_and_impossible_to_mistake() -> None:
    paths = sorted(sample.acts_dir().glob("*.md"))
    assert len(paths) == 16
    for path in paths:
        assert front(path, "notice") == "akt zmyślony, przykładowy"
        assert "> Akt zmyślony, przykładowy" in path.read_text(encoding="utf-8")
        year, position = re.fullmatch(r"DU/(\d{4})/(\d+)", front(path, "eli")).groups()  # type: ignore[union-attr]
        assert 2091 <= int(year) <= 2099
        assert path.name == f"DU-{year}-{position}.md"
        assert front(path, "publication_date").startswith(year)


def test_every_kind_of_unit_and_part_occurs() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sample.acts_dir().glob("*.md"))
    for start in ("## Dział ", "### Rozdział ", "#### Oddział ", "##### § 1.", "§ 2. ", "2. ", "1) ", "a) ", "- "):
        assert re.search(rf"^{re.escape(start)}", text, re.MULTILINE), start


def test_the_regulation_names_the_provision_that_authorises_it(texts: dict[str, dict[str, str]]) -> None:
    regulation = (sample.acts_dir() / "DU-2095-40.md").read_text(encoding="utf-8")
    assert "Na podstawie art. 12 ust. 4 ustawy z dnia 9 maja 2092 r." in regulation
    assert "4. Burmistrz określi, w drodze rozporządzenia" in texts["DU/2092/88"]["12"]


def test_named_references_between_acts_exist(newest: dict[str, str]) -> None:
    """ "art. N … ustawy z dnia D": the act of that date has article N."""
    dates = {front(path, "title"): front(path, "eli") for path in sample.acts_dir().glob("*.md")}
    pattern = re.compile(r"art\. (\d+[a-z]*)[^.,;]{0,20} ustawy z dnia (\d+ \w+ \d{4}) r\.")
    seen = 0
    for text in newest.values():
        for label, date in pattern.findall(text):
            eli = next(e for title, e in dates.items() if title.startswith(f"Ustawa z dnia {date} r."))
            assert f"{eli}#{label}" in newest
            seen += 1
    assert seen >= 5


def test_questions_are_balanced_and_labelled(asked: tuple[list[Question], LabelSet], newest: dict[str, str]) -> None:
    questions, labels = asked
    counts = Counter(question.register for question in questions)
    assert counts == {"exam": 33, "lay": 24, "practitioner": 12, "keywords": 12}
    assert len({question.text for question in questions}) == len(questions) == 81
    assert set(labels.articles) == {question.question_id for question in questions}
    assert {a for found in labels.articles.values() for a in found} <= set(newest)
    for question_id, units in labels.units.items():
        assert {unit.split("/para:")[0].split("/pass:")[0].split("/point:")[0] for unit in units} <= set(
            labels.articles[question_id]
        )
    for question in questions:
        if question.options:
            assert len(set(question.options)) == 3
            assert question.meta["correct"] in {"A", "B", "C"}
        assert (len(question.options) == 3) == (question.register == "exam")
        assert all(newest[a] != "(uchylony)" for a in labels.articles[question.question_id])


def test_labelled_units_exist_in_the_wording(asked: tuple[list[Question], LabelSet], newest: dict[str, str]) -> None:
    marker = {"para": "§ {}. ", "pass": "{}. ", "point": "{}) "}
    for units in asked[1].units.values():
        for unit in units:
            article_id, *path = re.split(r"/(?=para:|pass:|point:)", unit)
            for step in path:
                kind, label = step.split(":")
                start = re.escape(marker[kind].format(label))
                assert re.search(f"^{start}", newest[article_id], re.MULTILINE), unit


def test_dated_questions_ask_for_a_wording_that_has_since_changed(
    asked: tuple[list[Question], LabelSet], texts: dict[str, dict[str, str]]
) -> None:
    dated = [question for question in asked[0] if question.on]
    assert len(dated) >= 4
    for question in dated:
        eli, label = asked[1].articles[question.question_id][0].split("#")
        assert question.on is not None
        assert question.on < dt.date(2095, 9, 1)
        assert texts[eli][label] != texts[NEWEST[eli]][label]


def test_surrogates_cover_all_but_three_acts(surrogates: list[Surrogate], newest: dict[str, str]) -> None:
    due = {
        article_id
        for article_id, text in newest.items()
        if text != "(uchylony)" and article_id.split("#")[0] not in WITHOUT_SURROGATES
    }
    ids = [surrogate.article_id for surrogate in surrogates]
    assert len(ids) == len(set(ids))
    assert set(ids) == due
    for surrogate in surrogates:
        assert surrogate.text_hash == ""
        assert 4 <= len(surrogate.concepts) <= 8
        assert (len(surrogate.lay), len(surrogate.practitioner), len(surrogate.keywords)) == (3, 2, 2)
        assert surrogate.summary.endswith(".")


def test_no_question_repeats_a_surrogate(asked: tuple[list[Question], LabelSet], surrogates: list[Surrogate]) -> None:
    def bare(text: str) -> str:
        return " ".join(sorted(re.findall(r"\w+", text.lower())))  # same words in another order count too

    written = {bare(text) for surrogate in surrogates for text in surrogate.questions}
    assert written.isdisjoint(bare(question.text) for question in asked[0])


def test_no_surrogate_question_serves_two_articles(surrogates: list[Surrogate]) -> None:
    counts = Counter(text for surrogate in surrogates for text in surrogate.questions)
    assert [text for text, n in counts.items() if n > 1] == []


@pytest.mark.parametrize("line", ["not json", "[1]"])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "surrogates.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"surrogates\.jsonl, line 1"):
        list(sample.read_surrogates(path))


def test_a_question_with_a_bad_date_or_a_repeated_id_is_refused(tmp_path: Path) -> None:
    row = '{"question_id":"q","text":"t","options":[],"register":"lay","articles":["a#1"],"on":%s}\n'
    path = tmp_path / "questions.jsonl"
    path.write_text(row % '"2091-13-01"', encoding="utf-8")
    with pytest.raises(LabelError, match="line 1"):
        sample.read_questions(path)
    path.write_text((row % "null") * 2, encoding="utf-8")
    with pytest.raises(LabelError, match="twice"):
        sample.read_questions(path)
