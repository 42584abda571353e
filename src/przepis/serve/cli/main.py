"""The command line: `przepis …`."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import click

from przepis import __version__
from przepis.errors import PrzepisError
from przepis.serve.cli.context import Context
from przepis.serve.cli.disk import disk_refusal
from przepis.serve.cli.language import language_of_person, speak, usage_error
from przepis.serve.cli.late import LateGroup

RARELY = 200_000  # objects made before Python looks for unused ones; by default it looks after every 700
_HERE = "przepis.serve.cli"
COMMANDS = {
    "acts": f"{_HERE}.search",
    "answer": f"{_HERE}.answer",
    "bench": f"{_HERE}.bench",
    "corpus": f"{_HERE}.corpus",
    "demo": f"{_HERE}.search",
    "engine": f"{_HERE}.engine",
    "index": f"{_HERE}.index",
    "llm": f"{_HERE}.llm",
    "mcp": f"{_HERE}.serve",
    "pipelines": f"{_HERE}.search",
    "search": f"{_HERE}.find",
    "serve": f"{_HERE}.serve",
    "setup": f"{_HERE}.setup",
    "show": f"{_HERE}.search",
    "surrogates": f"{_HERE}.surrogates",
}
"""Each command and the module that holds it."""


@click.group(cls=LateGroup, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="przepis")
@click.option("--home", type=click.Path(path_type=Path, file_okay=False), help="Folder with the corpus and index.")
@click.option("--lang", type=click.Choice(["pl", "en"]), help="Language of what is printed for a person.")
@click.option("--llm", help="A language model: a preset name, PRESET:MODEL, an endpoint's URL, or replay:FILE.")
@click.pass_context
def cli(context: click.Context, home: Path | None, lang: str | None, llm: str | None) -> None:
    """Find the article of Polish statutory law that governs a question."""
    context.obj = Context(home, lang, llm)


def main() -> None:
    """Errors raised on purpose become one line and an exit code; anything else is a bug and shows its trace."""
    gc.set_threshold(RARELY)  # tables of thousands of names are made at once and stay: nothing of it is garbage
    say = language_of_person()
    speak(cli, say.language)
    try:
        cli.main(prog_name="przepis", standalone_mode=False)
    except PrzepisError as error:
        click.echo(f"przepis: {say.error(error)}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        click.echo(f"przepis: {usage_error(error, say)}", err=True)
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        click.echo(f"przepis: {say('interrupted')}", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    except Exception as error:
        refused = disk_refusal(error)
        if refused is None:
            raise
        click.echo(f"przepis: {say.error(refused)}", err=True)
        sys.exit(refused.exit_code)


if __name__ == "__main__":
    main()
