"""Pictures of the page for docs/img, on the bundled invented acts.

python -m benchmarks.screenshots [docs/img]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

PORT = 8917
VIEWS = {
    "results": "/search?q=w+ile+dni+zwraca+si%C4%99+kaucj%C4%99+za+narz%C4%99dzie",
    "article": "/DU/2091/101/art/7",
    "act": "/DU/2091/145",
    "diff": "/DU/2091/101/art/7/diff?older=DU/2091/101&newer=DU/2093/57",
    "no-sure-answer": "/search?q=czy+mog%C4%99+hodowa%C4%87+smoka+w+mieszkaniu",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, nargs="?", default=Path("docs/img"))
    out = parser.parse_args().out
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no chromium on this machine")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        program = [sys.executable, "-m", "przepis.serve.cli.main", "--home", home]
        subprocess.run([*program, "demo"], check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen([*program[:-1], f"{home}/demo", "serve", "--port", str(PORT)])
        try:
            _wait()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--headless", "--no-sandbox"])
                for name, path in VIEWS.items():
                    page = browser.new_page(viewport={"width": 1280, "height": 860})
                    page.goto(f"http://127.0.0.1:{PORT}{path}")
                    page.screenshot(path=out / f"{name}.png")
                browser.close()
        finally:
            server.terminate()
            server.wait(20)


def _wait() -> None:
    for _ in range(300):
        try:
            with urlopen(f"http://127.0.0.1:{PORT}/v1/health"):
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
