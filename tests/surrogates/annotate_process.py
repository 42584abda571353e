"""Run as a program: annotate a home folder against a server, so that a test can kill it.

Arguments: home, url, and --retry-failed to ask again for what failed.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from przepis.corpus.store import Store
from przepis.surrogates.annotate import annotate
from przepis.surrogates.plan import pending
from tests.llm.clients import http_client


def main() -> None:
    home, url = Path(sys.argv[1]), sys.argv[2]
    with Store(home) as store, http_client(url, home, timeout_s=1.0, concurrency=8, retries=30) as client:
        if "--retry-failed" in sys.argv:
            client.ledger.forget_invalid("annotate")
        report = annotate(store, client, pending(store))
    print(report.n_done, len(report.failed), report.stopped)


if __name__ == "__main__":
    main()
