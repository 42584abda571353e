"""A real MCP client session for every tool: in memory, over standard input and output, and over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys

import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from przepis.llm.calls import CHARS_PER_TOKEN
from przepis.serve.http.live import Live
from przepis.serve.http.options import ServeOptions
from przepis.serve.mcp.http import create_mcp_app
from przepis.serve.mcp.server import MAX_TOKENS, create_server
from tests.serve.served import Running, settings_for

TOOLS = {
    "find_provision",
    "find_acts",
    "outline_of_act",
    "get_article",
    "verify_citation",
    "list_versions",
    "compare_wordings",
    "related_provisions",
}
BOATS = "Kodeksu najmu łodzi"


@pytest.fixture(scope="module")
def live(sample_home):
    opened = Live(settings_for(sample_home))
    yield opened
    opened.close()


def call(live, tool, **arguments):
    async def session():
        async with Client(create_server(live)) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(session())


def answer(live, tool, **arguments):
    result = call(live, tool, **arguments)
    assert not result.is_error, result.content
    assert len(json.dumps(result.structured_content, ensure_ascii=False)) / CHARS_PER_TOKEN <= MAX_TOKENS
    return result.structured_content


def refusal(live, tool, **arguments):
    result = call(live, tool, **arguments)
    assert result.is_error
    return result.content[0].text


def test_find_provision(live):
    found = answer(live, "find_provision", question="zwrot kaucji", limit=3)
    assert len(found["provisions"]) == 3
    first = found["provisions"][0]
    assert first["article_id"].startswith("DU/2091/101#")
    assert first["snippet"]
    within = answer(live, "find_provision", question="opłata", act="Kodeks najmu łodzi", limit=8)
    assert {p["article_id"].split("#")[0] for p in within["provisions"]} == {"DU/2091/145"}


def test_find_provision_finds_nothing_and_says_so(live):
    found = answer(live, "find_provision", question="abrakadabra")
    assert found["provisions"] == []
    assert "other words" in found["note"]


def test_get_article_in_any_spelling_on_any_date(live):
    whole = answer(live, "get_article", citation=f"art. 10 {BOATS}")
    assert whole["article_id"] == "DU/2091/145#10"
    assert whole["units"] == ["§ 1", "§ 2"]
    unit = answer(live, "get_article", citation=f"art. 10 § 2 {BOATS}")
    assert unit["text"] == "§ 2. Stan łodzi sprawdza się wspólnie przed odbiciem od przystani."
    assert "art. 10 § 2" in unit["citation"]
    old = answer(live, "get_article", citation="DU/2091/101#7", on="2091-06-01")
    new = answer(live, "get_article", citation="DU/2091/101#7")
    assert old["text"] != new["text"]
    assert old["wording_until"] is not None
    assert new["wording_until"] is None


@pytest.mark.parametrize(
    ("arguments", "verified", "reason"),
    [
        ({"citation": f"art. 10 § 2 {BOATS}"}, True, ""),
        ({"citation": f"art. 10 {BOATS}", "quote": "Stan łodzi sprawdza się wspólnie"}, True, ""),
        ({"citation": f"art. 10 {BOATS}", "quote": "stan łodzi sprawdza … od przystani"}, True, ""),
        ({"citation": f"art. 10 {BOATS}", "quote": "Stan łodzi sprawdza się osobno"}, False, "quotation"),
        ({"citation": "DU/2091/145#10/para:2"}, True, ""),
        ({"citation": "DU/2091/145#10/para:9"}, False, "§ 9"),
        ({"citation": f"art. 10 § 9 {BOATS}"}, False, "§ 9"),
        ({"citation": f"art. 999 {BOATS}"}, False, "999"),
        ({"citation": f"art. 21 {BOATS}"}, False, "repealed"),
        ({"citation": "art. 10 ustawy o smokach"}, False, "act"),
        ({"citation": "coś tam"}, False, "no article"),
        ({"citation": f"art. 10 i 11 {BOATS}"}, False, "several"),
        ({"citation": f"art. 10 {BOATS}", "on": "1999-01-01"}, False, "no text"),
    ],
)
def test_verify_citation_refuses_what_it_cannot_verify(live, arguments, verified, reason):
    done = answer(live, "verify_citation", **arguments)
    assert done["verified"] is verified
    assert reason in done["reason"]
    assert bool(done["next_step"]) is not verified


def test_what_the_corpus_cannot_tell_is_neither_true_nor_false(live):
    done = answer(live, "verify_citation", citation=f"art. 10 {BOATS}", on="1999-01-01")
    assert (done["verified"], done["exists"], done["in_force"]) == (False, None, None)
    assert "list_versions" in done["next_step"]
    gone = answer(live, "verify_citation", citation="art. 1 kodeksu celnego")
    assert (gone["verified"], gone["exists"], gone["in_force"]) == (False, None, False)
    made_up = answer(live, "verify_citation", citation=f"art. 999 {BOATS}")
    assert (made_up["exists"], made_up["in_force"]) == (False, False)


def test_list_versions(live):
    act = answer(live, "list_versions", citation_or_act="DU/2091/101")
    assert [v["version_id"] for v in act["versions"]] == ["DU/2096/18", "DU/2093/57", "DU/2091/101"]
    article = answer(live, "list_versions", citation_or_act="DU/2091/101#7")
    assert [v["change"] for v in article["versions"]] == ["changed", "changed", "first"]


def test_related_provisions(live):
    found = answer(live, "related_provisions", citation=f"art. 30 {BOATS}")
    [mention] = [m for m in found["refers_to"] if m["article_id"] == "DU/2093/31#11"]
    assert mention["citation"].startswith("art. 11 ")
    assert mention["act"]
    assert mention["begins"]
    assert (found["previous"], found["following"]) == ("DU/2091/145#29", None)  # the code's last
    back = answer(live, "related_provisions", citation="DU/2093/31#11")
    assert "DU/2091/145#30" in [m["article_id"] for m in back["referred_by"]]


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_article", {"citation": f"art. 999 {BOATS}"}),
        ("get_article", {"citation": f"art. 10 {BOATS}", "on": "wczoraj"}),
        ("find_provision", {"question": "  "}),
        ("find_provision", {"question": "kaucja", "act": "ustawa o smokach"}),
        ("list_versions", {"citation_or_act": "nic takiego"}),
        ("related_provisions", {"citation": "nic"}),
    ],
)
def test_errors_say_what_to_do_next(live, tool, arguments):
    assert "NEXT: " in refusal(live, tool, **arguments)


@pytest.mark.parametrize(
    ("tool", "arguments", "named"),
    [
        ("find_provision", {"question": "x", "limit": 99}, "`limit`"),
        ("find_provision", {}, "`question`"),
        ("find_acts", {"year": "dawno"}, "`year`"),
        ("compare_wordings", {"citation": "DU/2091/101#7"}, "`older`"),
        ("no_such_tool", {}, "no_such_tool"),
    ],
)
def test_wrong_arguments_are_refused_in_the_promised_form(live, tool, arguments, named):
    said = refusal(live, tool, **arguments)
    assert named in said
    assert "NEXT: " in said
    assert "pydantic" not in said
    assert "Error executing tool" not in said


def test_no_advice_for_a_command_line(live):
    for tool, arguments in (
        ("outline_of_act", {"act": "ustawa o smokach"}),
        ("get_article", {"citation": "DU/1/1#1"}),
        ("find_provision", {"question": "kaucja", "act": "zzz"}),
    ):
        assert "`przepis" not in refusal(live, tool, **arguments)


def test_every_tool_says_that_it_only_reads(live):
    async def session():
        async with Client(create_server(live)) as client:
            return (await client.list_tools()).tools

    for tool in asyncio.run(session()):
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.title


def test_find_acts(live):
    found = answer(live, "find_acts", name="łodzi")
    assert [a["act_id"] for a in found["acts"]] == ["DU/2091/145"]
    assert found["acts"][0]["n_articles"] > 20
    assert answer(live, "find_acts", year=2091)["total"] > 1
    assert "No act fits" in answer(live, "find_acts", name="smoki")["note"]


def test_outline_of_act(live):
    found = answer(live, "outline_of_act", act="Kodeks najmu łodzi")
    assert found["act_id"] == "DU/2091/145"
    assert found["headings"][0]["first"] == "art. 1"
    assert sum(h["n_articles"] for h in found["headings"]) > 20


def test_compare_wordings_by_day_and_by_version(live):
    by_day = answer(live, "compare_wordings", citation="DU/2091/101#7", older="2091-06-01")
    assert by_day["changed"]
    assert "{+" in by_day["changed"][0]["change"]
    same = answer(live, "compare_wordings", citation="DU/2091/101#7", older="DU/2096/18", newer="DU/2096/18")
    assert same["note"] == "The two wordings are the same."


def test_a_hit_has_its_source_day_and_status(live):
    [hit] = answer(live, "find_provision", question=f"art. 10 § 2 {BOATS}")["provisions"]
    assert hit["unit"] == "§ 2"
    assert hit["snippet"].startswith("§ 2. Stan łodzi")
    assert hit["law_as_of"] == "2097-03-10" or hit["law_as_of"] > "2091"
    assert hit["status"] == "in_force"
    assert "source_url" in hit


def test_what_is_not_there_is_said(live):
    found = answer(live, "find_provision", question=f"art. 999 {BOATS}")
    assert found["provisions"] == []
    assert "has no art. 999" in found["note"]
    named = answer(live, "find_provision", question="Kodeks najmu łodzi")
    assert named["act"]["act_id"] == "DU/2091/145"


def test_over_standard_input_and_output(sample_home):
    code = (
        "from pathlib import Path; from przepis.serve.cli.context import Context;"
        "from przepis.serve.cli.serve import mcp;"
        f"mcp.main(['--pipeline', 'lexical'], obj=Context(Path({str(sample_home)!r}), None, None))"
    )
    server = StdioServerParameters(command=sys.executable, args=["-c", code], env=dict(os.environ))

    async def session():
        async with Client(stdio_client(server)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            found = await client.call_tool("get_article", {"citation": "DU/2091/145#10"})
            return names, client.instructions, found.structured_content["article_id"]

    names, instructions, article_id = asyncio.run(session())
    assert names == TOOLS
    assert "verify_citation" in instructions
    assert article_id == "DU/2091/145#10"


def test_a_line_that_is_no_message_is_answered(sample_home):
    code = (
        "from pathlib import Path; from przepis.serve.cli.context import Context;"
        "from przepis.serve.cli.serve import mcp;"
        f"mcp.main(['--pipeline', 'lexical'], obj=Context(Path({str(sample_home)!r}), None, None))"
    )
    begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    lines = ["no JSON", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": begin})]
    done = subprocess.run(
        [sys.executable, "-c", code], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(a["id"], a.get("error", {}).get("code")) for a in answers] == [(None, -32700), (1, None)]


def test_over_http(live, sample_home):
    async def session(url):
        async with Client(f"{url}/mcp") as client:
            return await client.call_tool("verify_citation", {"citation": "DU/2091/145#10"})

    with Running(create_mcp_app(live, settings_for(sample_home), ServeOptions())) as url:
        done = asyncio.run(session(url))
    assert done.structured_content["verified"] is True


def test_an_act_of_another_year_is_not_answered_with_the_one_of_today(live):
    cited = "art. 10 Kodeksu najmu łodzi 2050"
    assert answer(live, "verify_citation", citation=cited)["verified"] is False
    assert answer(live, "find_provision", question=cited)["provisions"] == []
    assert "2091-06-06" in refusal(live, "get_article", citation=cited)
