"""Files that are whole or absent: content hashes, atomic writes, generations swapped in one step."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from przepis.errors import PrzepisError, StoreError

_UMASK = os.umask(0)
os.umask(_UMASK)


def sha256_text(*parts: str) -> str:
    """Hash of several strings; the separator keeps ("ab", "c") and ("a", "bc") apart."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8")).hexdigest()


def sha256_file(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def sha256_json(data: Any) -> str:
    return sha256_text(json.dumps(data, sort_keys=True, ensure_ascii=False, default=str))


def atomic_write_bytes(path: Path, data: bytes) -> None:
    """Write beside, flush to disk, replace: a reader sees the old file or the new one, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".partial")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o666 & ~_UMASK)  # a temporary file is private; the result is as any other file
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def remove_partials(folder: Path) -> None:
    """What a killed ``atomic_write`` left beside its target. Only for a folder that no one else writes to."""
    for leftover in folder.rglob(".*.partial"):
        leftover.unlink(missing_ok=True)


def atomic_write_text(path: Path, text: str) -> None:
    atomic_write_bytes(path, text.encode("utf-8"))


def atomic_write_json(path: Path, data: Any) -> None:
    atomic_write_text(path, json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise StoreError(f"{path} is missing") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise StoreError(f"{path} is damaged: {error}") from error


def read_jsonl(path: Path, error: type[PrzepisError] = StoreError) -> Iterator[Any]:
    """One value per line, of a file that may be packed (.zst); a damaged line is named by its number."""
    return (value for _, value in numbered_jsonl(path, error))


def numbered_jsonl(path: Path, error: type[PrzepisError] = StoreError) -> Iterator[tuple[int, Any]]:
    """(line number, value) for each line that is not empty; ``error`` is raised where a line is not JSON."""
    with _text_of(path) as stream:
        for number, line in enumerate(stream, start=1):
            if not line.strip():
                continue
            try:
                yield number, json.loads(line)
            except json.JSONDecodeError as wrong:
                raise error(f"{path}, line {number}: not JSON ({wrong.msg}); was the file cut short?") from wrong


def _text_of(path: Path) -> TextIO:
    if path.suffix != ".zst":
        return path.open(encoding="utf-8")
    import zstandard

    unpacked: TextIO = zstandard.open(path, "rt", encoding="utf-8")
    return unpacked


def packed_jsonl(rows: Iterable[Any]) -> bytes:
    """What ``read_jsonl`` reads from a .zst file."""
    return packed_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def packed_text(text: str) -> bytes:
    """What ``unpacked_text`` reads."""
    import zstandard

    return zstandard.ZstdCompressor(level=19).compress(text.encode("utf-8"))


def unpacked_text(data: bytes) -> str:
    import zstandard

    return zstandard.ZstdDecompressor().decompress(data).decode("utf-8")


@contextmanager
def new_generation(root: Path) -> Iterator[Path]:
    """A folder to build in, beside the current one; made current in one step when the block ends well.

    ``root/CURRENT`` names the generation in use. An interrupted build leaves only an unnamed folder, which
    the next build removes.
    """
    root.mkdir(parents=True, exist_ok=True)
    for leftover in root.glob("building-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    work = Path(tempfile.mkdtemp(dir=root, prefix="building-"))
    try:
        yield work
        write_manifest(work)
        number = 1 + max((int(p.name[4:]) for p in root.glob("gen-*") if p.name[4:].isdigit()), default=0)
        final = root / f"gen-{number}"
        work.chmod(0o777 & ~_UMASK)  # a temporary folder is private; a server of another user reads the result
        os.rename(work, final)
        atomic_write_text(root / "CURRENT", final.name + "\n")
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
    remove_old_generations(root, keep=2)


def link_files(source: Path, target: Path, without: Iterable[str]) -> None:
    """The files of one generation in another without a copy of their bytes; ``without``: first parts of paths."""
    left_out = frozenset(without)
    for path in source.rglob("*"):
        inside = path.relative_to(source)
        if inside.parts[0] in left_out:
            continue
        if path.is_dir():
            (target / inside).mkdir(parents=True, exist_ok=True)
            continue
        (target / inside).parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(path, target / inside)
        except OSError:  # a file system without links
            shutil.copy2(path, target / inside)


def current_generation(root: Path) -> Path | None:
    """The folder in use, or None where nothing was ever built."""
    pointer = root / "CURRENT"
    if not pointer.exists():
        return None
    folder = root / pointer.read_text(encoding="utf-8").strip()
    if not folder.is_dir():
        raise StoreError(f"{pointer} names {folder.name}, which is gone; build again")
    return folder


def remove_old_generations(root: Path, keep: int) -> None:
    """Keep the newest few: a reader may still hold the one before the current."""
    numbered = sorted(
        (p for p in root.glob("gen-*") if p.name[4:].isdigit()), key=lambda p: int(p.name[4:]), reverse=True
    )
    for old in numbered[keep:]:
        shutil.rmtree(old, ignore_errors=True)


def write_manifest(folder: Path) -> None:
    """Sizes and checksums of every file, so that damage is found and named."""
    files = {
        str(p.relative_to(folder)): {"bytes": p.stat().st_size, "sha256": sha256_file(p)}
        for p in sorted(folder.rglob("*"))
        if p.is_file() and p.name != "MANIFEST.json"
    }
    atomic_write_json(folder / "MANIFEST.json", {"files": files})


def verify_manifest(folder: Path) -> list[str]:
    """What differs from the manifest, a line each; empty when all is well."""
    manifest = read_json(folder / "MANIFEST.json")["files"]
    problems: list[str] = []
    for name, facts in manifest.items():
        path = folder / name
        if not path.is_file():
            problems.append(f"{name} is missing")
        elif path.stat().st_size != facts["bytes"]:
            problems.append(f"{name} has {path.stat().st_size} bytes, {facts['bytes']} expected")
        elif sha256_file(path) != facts["sha256"]:
            problems.append(f"{name} has another checksum")
    return problems


def check_sizes(folder: Path) -> None:
    """The cheap check at opening: every file there with its size. Checksums are left to ``verify``."""
    manifest = read_json(folder / "MANIFEST.json")["files"]
    for name, facts in manifest.items():
        path = folder / name
        if not path.is_file() or path.stat().st_size != facts["bytes"]:
            raise StoreError(f"{path} is missing or cut short; run `przepis index build` again")
