"""Every reader on a small file of its own, and what it says of a bad one. The acts are the bundled sample's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from przepis.corpus.store import Store
from przepis.errors import LabelError
from przepis.evaluate.questions.labels import LabelMaker
from przepis.evaluate.questions.provision_match import ProvisionMatcher
from przepis.evaluate.questions.question_set import merge
from przepis.evaluate.questions.sets import read_questions, split_spec
from przepis.evaluate.report.export import export_beir, export_trec

TOOLS = "DU/2091/101"  # the sample's act on tool libraries, of 12 March 2091
BASIS = "ustawy z dnia 12 marca 2091 r. o wypożyczalniach narzędzi"


def write_rows(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def benchmark_row(number: int, basis: str) -> dict[str, object]:
    options = {"A": "pierwsza", "B": "druga", "C": "trzecia"}
    return {
        "id": number,
        "question": f"Pytanie {number}:",
        "options": options,
        "correct": "B",
        "legal_basis_raw": basis,
    }


@pytest.fixture
def labels(store: Store) -> list[str]:
    return store.labels(TOOLS)


def test_benchmark_with_released_labels(tmp_path: Path, store: Store, labels: list[str]) -> None:
    first, second = labels[0], labels[1]
    path = write_rows(
        tmp_path / "adw-rad-2091.jsonl",
        benchmark_row(1, f"art. {first} ust. 1 {BASIS}"),
        benchmark_row(2, f"art. {second} {BASIS}"),
        benchmark_row(3, "art. 10 ust. 1 Traktatu o Unii Europejskiej"),
    )
    (tmp_path / "released-labels-2091.tsv").write_text(
        "question_id\tgold\tgold_in_corpus\n"
        f"1\t{TOOLS}#arti.{first}\ttrue\n2\t{TOOLS}#null\tfalse\n3\t{TOOLS}#arti.{first};{TOOLS}#arti.{second}\ttrue\n"
    )
    found = read_questions(str(path), store)
    assert [q.question_id for q in found.questions] == [f"adw-rad-2091-00{i}" for i in (1, 2, 3)]
    assert found.questions[0].options == ("pierwsza", "druga", "trzecia")
    assert found.questions[0].meta["year"] == "2091"
    assert found.labels["corrected"].articles == {
        "adw-rad-2091-001": (f"{TOOLS}#{first}",),
        "adw-rad-2091-002": (f"{TOOLS}#{second}",),
    }
    assert found.labels["units"].units == {"adw-rad-2091-001": (f"{TOOLS}#{first}/pass:1",)}
    assert found.labels["released"].articles["adw-rad-2091-003"] == (f"{TOOLS}#{first}", f"{TOOLS}#{second}")
    assert "adw-rad-2091-002" not in found.labels["released"].articles
    assert found.n_unresolved == 1
    assert found.reasons() == {"treaty, not in the corpus": 1}
    assert len(found.sha256) == 64


def test_past_exams_file_and_folder(tmp_path: Path, store: Store, labels: list[str]) -> None:
    for year in (2021, 2022):
        row = {"id": 1, "question": "Q:", "choices": {"A": "a", "B": "b"}, "answer": "A", "year": year}
        row |= {"legal_basis": f"art. {labels[0]} {BASIS}", "exam_type": "notarialny"}
        write_rows(tmp_path / f"{year}-notarialny.jsonl", row)
    single = read_questions(str(tmp_path / "2021-notarialny.jsonl"), store)
    both = read_questions(str(tmp_path), store)
    assert [q.question_id for q in both.questions] == ["2021-notarialny-001", "2022-notarialny-001"]
    assert both.labels["corrected"].articles["2022-notarialny-001"] == (f"{TOOLS}#{labels[0]}",)
    assert single.sha256 != both.sha256


def test_dev_queries_and_registers(tmp_path: Path, store: Store, labels: list[str]) -> None:
    version = store.versions(TOOLS)[-1].version_id.replace("/", "-")
    row = {"key": f"{version}#{labels[0]}", "lay": "co z kaucją?", "practitioner": "kaucja", "keywords": "kaucja zwrot"}
    lost = {**row, "key": "DU-1900-1#1"}
    path = write_rows(tmp_path / "dev.jsonl", row, lost)
    found = read_questions(str(path), store)
    assert len(found.questions) == 6
    assert found.n_unresolved == 3
    lay = read_questions(f"{path}:lay", store)
    assert [q.text for q in lay.questions] == ["co z kaucją?"] * 2
    assert lay.labels["key"].articles == {f"{version}#{labels[0]}:lay": (f"{TOOLS}#{labels[0]}",)}
    with pytest.raises(LabelError, match="no questions of register 'exam'; it has keywords, lay"):
        read_questions(f"{path}:exam", store)
    with pytest.raises(LabelError, match="no register 'slang'"):
        split_spec(f"{path}:slang")
    assert split_spec("C:/x/y.jsonl") == ("C:/x/y.jsonl", "")


def test_a_plain_number_read_as_superscript(tmp_path: Path, store: Store, maker: LabelMaker) -> None:
    plain = next(label for label in store.labels(TOOLS) if label.isdigit() and len(label) == 2)
    version = store.versions(TOOLS)[-1].version_id.replace("/", "-")
    row = {"key": f"{version}#{plain[0]}^{plain[1]}", "lay": "x", "practitioner": "y", "keywords": "z"}
    found = read_questions(str(write_rows(tmp_path / "d.jsonl", row)), store)
    assert set(found.labels["key"].articles.values()) == {(f"{TOOLS}#{plain}",)}


def test_sample(store: Store) -> None:
    found = read_questions("sample", store)
    assert len(found.questions) == 81
    assert found.n_unresolved == 0


def test_lqad_matches_the_wording(tmp_path: Path, store: Store) -> None:
    articles = [a for a in store.articles(TOOLS) if len(a.text) > 150]
    wording = articles[0].text
    paragraphs = [
        {"context": f" {wording}", "qas": [{"id": "2007 adw 1", "question": "Pytanie: "}]},
        {
            "context": "Zupełnie inne słowa, których żaden przepis próbki nie zna ani trochę.",
            "qas": [{"id": "2", "question": "?"}],
        },
    ]
    path = tmp_path / "lqad.json"
    path.write_text(json.dumps({"data": [{"paragraphs": paragraphs}]}))
    found = read_questions(str(path), store)
    assert found.labels["matched"].articles == {"2007_adw_1": (articles[0].article_id,)}
    assert found.unresolved == {"2": "no article holds this wording today"}
    path.write_text('{"data": [{}]}')
    with pytest.raises(LabelError, match="not in SQuAD form"):
        read_questions(str(path), store)


def test_wording_found_twice_or_too_short_is_not_sure(store: Store) -> None:
    article = next(a for a in store.articles(TOOLS) if len(a.text) > 150)
    matcher = ProvisionMatcher([article.text, "za krótkie"])
    twin = type(article)("X#1", "X", "1", 1, article.text)
    matcher.read([article, twin])
    assert matcher.best(0) == (None, "several articles hold this wording")
    assert matcher.best(1) == (None, "the wording is too short to be found")


@pytest.mark.parametrize("form", ["trec", "beir"])
def test_exports_read_back(form: str, tmp_path: Path, store: Store) -> None:
    found = read_questions("sample", store)
    if form == "trec":
        path = export_trec(found, "", tmp_path)[0]
    else:
        export_beir(found, "", tmp_path / "beir", store)
        path = tmp_path / "beir"
        corpus = (path / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
        assert len(corpus) == len(store.article_ids())
        assert set(json.loads(corpus[0])) == {"_id", "title", "text"}
    again = read_questions(str(path), store)
    assert {q.question_id: q.text for q in again.questions} == {q.question_id: q.text for q in found.questions}
    assert dict(again.labels["qrels"].articles) == dict(found.labels["sample"].articles)


def test_trec_blocks(tmp_path: Path, store: Store, labels: list[str]) -> None:
    (tmp_path / "t.topics").write_text("<top>\n<num> Number: 301\n<title> kaucja\n za wiertarkę\n<desc> x\n</top>\n")
    (tmp_path / "t.qrels").write_text(f"301 0 {TOOLS}#{labels[0]} 1\n301 0 {TOOLS}#{labels[1]} 0\n")
    found = read_questions(str(tmp_path / "t.topics"), store)
    assert [(q.question_id, q.text) for q in found.questions] == [("301", "kaucja za wiertarkę")]
    assert found.labels["qrels"].articles == {"301": (f"{TOOLS}#{labels[0]}",)}


def sample_row(question_id: str, article: str) -> dict[str, object]:
    return {
        "question_id": question_id,
        "text": "t",
        "options": [],
        "register": "lay",
        "articles": [article],
        "on": None,
    }


BAD = {
    "unknown.jsonl": (
        [sample_row("q1", "DU/2091/1#9999")],
        "names 1 articles that the corpus does not have: DU/2091/1#9999",
    ),
    "twice.jsonl": ([sample_row("q1", "DU/2091/1#1")] * 2, "q1 appears twice"),
    "spaces.jsonl": ([sample_row("q 1", "DU/2091/1#1")], "has a space"),
    "odd.jsonl": ([{"a": 1}], "no known format"),
    "list.jsonl": ([[1]], "an object is expected"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files(name: str, tmp_path: Path, store: Store) -> None:
    rows, complaint = BAD[name]
    with pytest.raises(LabelError, match=complaint):
        read_questions(str(write_rows(tmp_path / name, *rows)), store)


def test_truncated_and_missing_files(tmp_path: Path, store: Store) -> None:
    path = write_rows(tmp_path / "adw-rad-2091.jsonl", benchmark_row(1, "art. 1"), benchmark_row(2, "art. 2"))
    path.write_text(path.read_text()[:-30])
    with pytest.raises(LabelError, match=r"line 2: not JSON .* cut short"):
        read_questions(str(path), store)
    path.write_text('{"question": ')
    with pytest.raises(LabelError, match="line 1: not JSON"):
        read_questions(str(path), store)
    with pytest.raises(LabelError, match="no question file"):
        read_questions("/nowhere.jsonl", store)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(LabelError, match=r"no \.jsonl file"):
        read_questions(str(empty), store)
    (tmp_path / "t.tsv").write_text("1\tx\n")
    with pytest.raises(LabelError, match="needs its relevance judgements"):
        read_questions(str(tmp_path / "t.tsv"), store)
    (tmp_path / "t.qrels").write_text("1 0 A\n")
    with pytest.raises(LabelError, match="line 1: topic, iteration"):
        read_questions(str(tmp_path / "t.tsv"), store)
    (tmp_path / "t.qrels").write_text("2 0 DU/2091/1#1 1\n")
    with pytest.raises(LabelError, match=r"labels for 1 questions that are not there, e.g. 2"):
        read_questions(str(tmp_path / "t.tsv"), store)


def test_released_tsv_must_have_its_columns(tmp_path: Path, store: Store) -> None:
    path = write_rows(tmp_path / "adw-rad-2091.jsonl", benchmark_row(1, "art. 1"))
    tsv = tmp_path / "released-labels-2091.tsv"
    tsv.write_text("id\tgold\n1\tx\n")
    with pytest.raises(LabelError, match="must name the columns"):
        read_questions(str(path), store)
    tsv.write_text("question_id\tgold\tgold_in_corpus\n1\tx\ttrue\n1\tx\ttrue\n")
    with pytest.raises(LabelError, match="appears twice"):
        read_questions(str(path), store)


def test_merging_refuses_double_ids(store: Store) -> None:
    found = read_questions("sample", store)
    with pytest.raises(LabelError, match="appear twice"):
        merge([found, found], "both")


def test_a_question_of_ones_own_needs_no_more_than_its_articles(store: Store, tmp_path: Path) -> None:
    row = {"question_id": "q1", "text": "kiedy oddają kaucję", "articles": [f"{TOOLS}#7"]}
    found = read_questions(str(write_rows(tmp_path / "own.jsonl", row)), store)
    assert found.questions[0].options == ()
    assert found.labels["sample"].articles == {"q1": (f"{TOOLS}#7",)}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"articles": f"{TOOLS}#7"}, "articles is no list of texts"),
        ({"articles": [7]}, "articles is no list of texts"),
        ({"options": "tak"}, "options is no list of texts"),
        ({"text": ""}, "text is no text"),
        ({"on": "wczoraj"}, "Invalid isoformat"),
    ],
)
def test_a_question_that_is_not_right_says_what_is_wrong(
    store: Store, tmp_path: Path, wrong: dict[str, object], said: str
) -> None:
    row = {"question_id": "q1", "text": "kiedy oddają kaucję", "articles": [f"{TOOLS}#7"]} | wrong
    with pytest.raises(LabelError, match=said):
        read_questions(str(write_rows(tmp_path / "own.jsonl", row)), store)
