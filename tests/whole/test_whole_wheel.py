"""The built wheel in an empty environment, without the checkout: what a person gets who installs the package."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def clean_environment() -> dict[str, str]:
    """Nothing that would lead back to the checkout, and no setting of this machine's user."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONPATH" and not k.startswith("PRZEPIS_")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    reachable = [*PIP, "download", "--no-deps", "--retries", "0", "--timeout", "10", "-d", str(folder / "try"), "click"]
    if subprocess.run(reachable, capture_output=True, cwd=folder).returncode:
        pytest.skip("no package index can be reached: the wheel's dependencies cannot be installed")
    built = subprocess.run(
        [*PIP, "wheel", "--no-deps", "-w", str(folder), str(ROOT)], capture_output=True, text=True, cwd=folder
    )
    assert built.returncode == 0, built.stderr
    return next(folder.glob("przepis-*.whl"))


def test_the_wheel_alone_passes_the_demo(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    python, environment = tmp_path / "env" / "bin" / "python", clean_environment()
    install = [str(python), *PIP[1:], "install", str(wheel)]
    installed = subprocess.run(install, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert installed.returncode == 0, installed.stderr
    where = subprocess.run(
        [str(python), "-c", "import przepis; print(przepis.__file__)"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert str(tmp_path) in where.stdout, where.stdout + where.stderr
    demo = subprocess.run(
        [str(python.with_name("przepis")), "--home", str(tmp_path / "home"), "demo"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert demo.returncode == 0, demo.stderr
    assert demo.stdout.count("DU/209") >= 3
