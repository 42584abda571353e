"""The REST API: the same answers as the Python API, with ETags, pages and problems."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from przepis.errors import EngineError
from przepis.index.embedded.searcher import EmbeddedSearcher
from przepis.library import Library
from przepis.records import to_json
from przepis.serve.http.reply import API_VERSION, to_bytes
from przepis.serve.web.api_page import polish_descriptions
from przepis.settings import Settings


@pytest.fixture(scope="module")
def library(sample_home):
    with Library(settings=Settings(home=sample_home, encoder="hashing", pipeline="lexical")) as opened:
        yield opened


def plain(record):
    return json.loads(json.dumps(to_json(record)))


def test_search_is_that_of_the_library(site, library):
    found = site.get("/v1/search", params={"text": "zwrot kaucji za łódź", "limit": 3})
    assert found.status_code == 200
    expected = plain(library.search("zwrot kaucji za łódź", k=3))
    assert found.json()["hits"] == expected
    assert len(expected) == 3
    assert found.headers["cache-control"] == "no-store"


def test_search_in_a_body_and_page_by_page(site, library):
    whole = plain(library.search("łódź", k=7))
    pages, offset = [], 0
    while offset is not None and offset < 7:
        page = site.post("/v1/search", json={"text": "łódź", "limit": 3, "offset": offset}).json()
        pages += page["hits"]
        offset = page["next_offset"]
    assert pages[:7] == whole


def test_the_hundredth_hit_ends_the_list(site):
    page = site.get("/v1/search", params={"text": "miasto", "limit": 100}).json()
    assert page["next_offset"] is None
    assert [h["rank"] for h in page["hits"]] == list(range(1, len(page["hits"]) + 1))


def test_filters(site):
    hits = site.get("/v1/search", params={"text": "opłata", "act": "Kodeks najmu łodzi"}).json()["hits"]
    assert hits
    assert {h["article_id"].split("#")[0] for h in hits} == {"DU/2091/145"}
    kinds = site.get("/v1/search", params={"text": "opłata", "kind": "regulation"}).json()["hits"]
    assert {h["article_id"].split("#")[0] for h in kinds} == {"DU/2095/40"}


@pytest.mark.parametrize(
    ("path", "params", "record"),
    [
        ("article", {"citation": "DU/2091/145#10"}, lambda lib: lib.article("DU/2091/145#10")),
        (
            "article",
            {"citation": "DU/2091/145#15", "on": "2091-09-01"},
            lambda lib: lib.article("DU/2091/145#15", dt.date(2091, 9, 1)),
        ),
        ("act", {"act": "Kodeks najmu łodzi"}, lambda lib: lib.act("DU/2091/145")),
        ("versions", {"act": "DU/2091/101"}, lambda lib: lib.versions("DU/2091/101")),
        ("version", {"version_id": "DU/2093/57"}, lambda lib: lib.version("DU/2093/57")),
        ("wordings", {"citation": "DU/2091/101#7"}, lambda lib: lib.wordings("DU/2091/101#7")),
        ("history", {"citation": "DU/2091/101#7"}, lambda lib: lib.history("DU/2091/101#7")),
        ("outline", {"act": "DU/2091/145"}, lambda lib: lib.outline("DU/2091/145")),
        ("surrogate", {"citation": "DU/2091/145#10"}, lambda lib: lib.surrogate("DU/2091/145#10")),
        ("suggest", {"typed": "kodeks naj"}, lambda lib: lib.suggest("kodeks naj")),
        (
            "diff",
            {"citation": "DU/2091/101#7", "older": "DU/2091/101", "newer": "DU/2093/57"},
            lambda lib: lib.diff("DU/2091/101#7", "DU/2091/101", "DU/2093/57"),
        ),
        (
            "verify",
            {"citation": "art. 10 § 1 Kodeksu najmu łodzi"},
            lambda lib: lib.verify("art. 10 § 1 Kodeksu najmu łodzi"),
        ),
    ],
)
def test_lookups_are_the_records(site, library, path, params, record):
    found = site.get(f"/v1/{path}", params=params)
    assert found.status_code == 200
    assert found.json() == plain(record(library))
    again = site.get(f"/v1/{path}", params=params, headers={"if-none-match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_references_both_ways(site):
    page = site.get("/v1/references", params={"citation": "DU/2093/31#11", "limit": 1}).json()
    assert page["n_incoming"] >= 1
    assert page["incoming"][0]["source_id"] == "DU/2091/145#30"


def test_acts_in_pages(site):
    first = site.get("/v1/acts", params={"limit": 5}).json()
    rest = site.get("/v1/acts", params={"limit": 100, "offset": first["next_offset"]}).json()
    ids = [row["act"]["act_id"] for row in first["acts"] + rest["acts"]]
    assert len(set(ids)) == first["total"] == 12
    assert rest["next_offset"] is None


@pytest.mark.parametrize(
    ("address", "status", "error"),
    [
        ("/v1/article?citation=DU/2091/145%23999", 404, "CitationError"),
        ("/v1/article?citation=nic", 404, "CitationError"),
        ("/v1/article?citation=DU/2091/145%2310&on=wczoraj", 422, "InputError"),
        ("/v1/article", 422, "InputError"),
        ("/v1/article?citation=DU/2091/145%2310&on=1900-01-01", 404, "CitationError"),
        ("/v1/search?text=%20", 422, "InputError"),
        ("/v1/search?text=x&kind=napis", 422, "InputError"),
        ("/v1/search?text=x&kind=treaty", 400, "InputError"),
        ("/v1/search?text=x&pipeline=napis", 400, "PipelineError"),
        ("/v1/search?text=x&pipeline=ascr", 400, "PipelineError"),
        ("/v1/search?text=x&limit=0", 422, "InputError"),
        ("/v1/nic", 404, ""),
    ],
)
def test_problems(site, address, status, error):
    found = site.get(address)
    assert found.status_code == status
    assert found.headers["content-type"] == "application/problem+json"
    problem = found.json()
    assert (problem["status"], problem.get("error", "")) == (status, error)
    assert problem["title"]


def test_answer_without_a_model_says_what_to_set(site):
    found = site.post("/v1/answer", json={"text": "kto płaci?"})
    assert found.status_code == 400
    assert "llm" in found.json()["detail"]


def test_a_pipeline_file_cannot_be_named_over_the_network(site, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('about = "x"\n[[step]]\nuse = "bm25"\nfield = "text-surface"\n', encoding="utf-8")
    found = site.get("/v1/search", params={"text": "x", "pipeline": str(file)})
    assert found.status_code == 422


def test_status_health_pipelines_metrics(site, library):
    assert site.get("/v1/status").json()["corpus"]["acts"] == 12
    assert site.get("/v1/health").json() == {
        "status": "ok",
        "generation": "gen-1",
        "engine": "embedded",
        "vectors": 1.0,
    }
    assert "lexical" in {p["name"] for p in site.get("/v1/pipelines").json()}
    lines = site.get("/v1/metrics").text.splitlines()
    counted = [line for line in lines if line.startswith('przepis_requests_total{method="GET",route="/v1/health"')]
    assert len(counted) == 1
    assert float(counted[0].rpartition(" ")[2]) >= 1


def test_health_tells_of_an_engine_that_is_gone_and_of_its_return(site, monkeypatch):
    def silent(self):
        raise EngineError("Milvus at http://milvus.example:19530 did not answer within 2 s")

    with monkeypatch.context() as patch:
        patch.setattr(EmbeddedSearcher, "health", silent)
        told = site.get("/v1/health")
        assert told.status_code == 503
        assert "does not answer" in told.json()["detail"]
        assert "milvus.example" not in told.text  # health needs no key
    assert site.get("/v1/health").status_code == 200


def test_half_a_character_is_no_error():
    assert to_bytes({"a": "x\ud800", "b": float("nan")}) == b'{"a":"x?","b":null}'


@pytest.mark.parametrize("path", ["/", "/search?q=opłata", "/v1/search?text=opłata", "/DU/2091/145", "/v1/health"])
def test_head_answers_like_get_without_the_body(site, path):
    got, asked = site.get(path), site.head(path)
    assert asked.status_code == got.status_code == 200
    assert asked.content == b""
    assert asked.headers["content-type"] == got.headers["content-type"]


def test_every_operation_is_described_with_an_example(site):
    description = site.get("/v1/openapi.json").json()
    assert len(description["paths"]) == 23
    assert description["info"]["version"] == API_VERSION == "2"
    for path, methods in description["paths"].items():
        for method, facts in methods.items():
            assert facts["summary"], path
            for parameter in facts.get("parameters", ()):
                if parameter["required"]:
                    assert parameter["schema"]["examples"], (method, path, parameter["name"])


@pytest.mark.parametrize("act", ["Kodeks najmu łodzi 2050", "Kodeks najmu łodzi z 2050 r."])
def test_an_act_of_another_year_is_answered_by_nobody(site, act):
    """Of 2091 is the one that is here."""
    cited = f"art. 10 {act}"
    for path, asked in (("validity", {"act": act}), ("article", {"citation": cited}), ("outline", {"act": act})):
        refused = site.get(f"/v1/{path}", params=asked)
        assert refused.status_code == 404
        assert "2091-06-06" in refused.text
    assert site.get("/v1/verify", params={"citation": cited}).json()["verified"] is False
    for text in (cited, f"{act} art. 10", act):
        found = site.get("/v1/search", params={"text": text}).json()
        assert found["hits"] == []
        (told,) = found["notes"]
        assert "2091-06-06" in told["text"]
    assert site.get("/v1/acts", params={"name": act}).json()["total"] == 0
    assert site.get("/v1/validity", params={"act": "Kodeks najmu łodzi 2091"}).status_code == 200


def test_an_act_that_nobody_knows_is_said_to_be_unknown_before_what_the_words_find(site):
    found = site.get("/v1/search", params={"text": "art. 12 ustawy o psach bojowych"}).json()
    assert found["notes"][0]["key"] == "note_unknown_act"
    assert found["hits"]


def test_every_parameter_is_described_in_both_languages(site):
    description = site.get("/v1/openapi.json").json()
    for path, methods in description["paths"].items():
        for facts in methods.values():
            for parameter in facts.get("parameters", []):
                english = parameter.get("description", "")
                assert english, f"{path} {parameter['name']}"
                assert english in polish_descriptions(), f"{path} {parameter['name']}: {english}"


def test_a_difference_takes_days_in_any_spelling(site):
    asked = {"citation": "DU/2091/101#7", "older": "2091-09-01", "newer": "2096-06-01"}
    expected = site.get("/v1/diff", params=asked)
    written = site.get("/v1/diff", params=asked | {"older": "1 września 2091 r.", "newer": "01.06.2096"})
    assert expected.status_code == 200
    assert written.json() == expected.json()
