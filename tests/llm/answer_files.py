"""Answers files of requests as a careless but willing model would: the first candidates, option A, article 1."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any


def answer_of(kind: str, user: str) -> Any:
    if kind == "analysis":
        provision = {"article": "1", "act": "Kodeks", "named": False}
        return {"reformulated": user[:80], "domain": "inne", "concepts": ["umowa"], "provisions": [provision]}
    if kind == "rerank":
        return {"ranking": re.findall(r"\[(K\d+)\]", user)[:8]}
    if kind == "answer":
        named = re.search(r"^(?:art\.|§) .+$", user, re.MULTILINE)
        return {"option": "A", "legal_basis": named.group() if named else "art. 1 Kodeksu cywilnego"}
    return "termin umowy najmu lokalu"


def answer_files(work: Path, name: str = "answers") -> int:
    """Every request that has no answer yet; how many were answered now."""
    files = (work / "answers").glob("*.jsonl")
    done = {json.loads(line)["id"] for path in files for line in path.read_text(encoding="utf-8").splitlines()}
    lines = []
    for path in sorted((work / "requests").glob("*.jsonl")):
        header, *requests = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        assert header["n"] == len(requests)
        for request in requests:
            assert set(request) == {"id", "user"}
            if request["id"] not in done:
                lines.append({"id": request["id"], "answer": answer_of(header["kind"], request["user"])})
    (work / "answers").mkdir(exist_ok=True)
    number = len(list((work / "answers").glob("*.jsonl")))
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in reversed(lines))
    (work / "answers" / f"{name}-{number}.jsonl").write_text(text, encoding="utf-8")
    return len(lines)
