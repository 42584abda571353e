"""The page of results is cut out of reports; sections of a report that is not given stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.results_page import MODELS, WANTED, page_with, sections_of

REPORT = """# Benchmark report

## benchmark, 150 drawn (seed 1): corrected labels

### Main results

| system | hit@1 | hit@1 (paper) | failed |
| --- | ---: | ---: | ---: |
| ascr-h | 70.0 | 72.3 | 0 |

### Components of ascr-h

| without | hit@1 |
| --- | ---: |
| nothing | 70.0 |

### Components of ascr

| without | hit@1 |
| --- | ---: |
| nothing | 65.0 |
"""


def test_sections_are_replaced_by_heading_and_the_rest_stay(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    report.write_text(REPORT, encoding="utf-8")
    sections = sections_of(report, MODELS, may_lack=True)
    main, parts = sections.values()
    assert "| ascr-h | 70.0 | 72.3 |" in main
    assert "failed" not in main
    assert parts.index("70.0") < parts.index("65.0")  # both tables under one heading
    page = page_with("# Results\n\nIntro.\n\n## Kept\n\n| a |\n", sections)
    assert page.startswith("# Results\n\nIntro.\n\n## Kept\n\n| a |\n\n## With a language model")
    assert page_with(page, sections) == page
    with pytest.raises(SystemExit, match="no table 'Main results' of 'benchmark: corrected'"):
        sections_of(report, WANTED, may_lack=False)
