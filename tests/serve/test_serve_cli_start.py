"""A cold start imports what the command needs, and nothing of what it does not."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("lightgbm", "pandas", "scipy.sparse", "httpx", "fastapi", "sklearn", "matplotlib")


def test_a_search_imports_no_heavy_package_that_it_does_not_use() -> None:
    code = "import sys, przepis.serve.cli.main, przepis.serve.cli.render; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "przepis.library" in loaded
    assert not set(HEAVY) & set(loaded)


def test_help_lists_every_command_that_can_be_run() -> None:
    from click.testing import CliRunner

    from przepis.serve.cli.main import COMMANDS, cli

    said = CliRunner().invoke(cli, ["--help"]).output
    assert all(f"  {name} " in said for name in COMMANDS)
    assert CliRunner().invoke(cli, ["nonsense"]).exit_code == 2
