"""Ten thousand odd queries against the whole application: no 500, no markup reflected.

python -m benchmarks.fuzz --home HOME [--pipeline lexical] [--n 10000]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import quote

from benchmarks.table import print_table
from przepis.serve.http.app import create_app
from przepis.settings import load_settings

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "serve"))

from asgi_caller import ask
from odd_queries import odd_queries, reflected


async def run(app: object, n: int) -> Counter[tuple[str, int]]:
    counted: Counter[tuple[str, int]] = Counter()
    for number, text in enumerate(odd_queries(n)):
        written = quote(text, safe="").encode()
        asked = (
            ("/search", b"q=" + written),
            ("/v1/search", b"text=" + written),
            ("/search", b"q=kaucja&act=" + written + b"&on=" + written),
            ("/v1/article", b"citation=" + written),
        )
        path, query = asked[number % len(asked)]
        status, body = await ask(app, path, query)
        counted[path, status] += 1
        markup = [] if path.startswith("/v1") else reflected(body)
        if status >= 500 or markup:
            sys.exit(f"query {number} at {path}: {status} {markup} {text[:200]!r}")
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--pipeline", default="przepis")
    parser.add_argument("--n", type=int, default=10_000)
    options = parser.parse_args()
    app = create_app(load_settings(options.home, pipeline=options.pipeline))
    counted = asyncio.run(run(app, options.n))
    print_table(("path", "status", "n"), [(path, status, n) for (path, status), n in sorted(counted.items())])


if __name__ == "__main__":
    main()
