"""`przepis serve`, `przepis serve keys …`, `przepis mcp`."""

from __future__ import annotations

import inspect
import socket
from collections.abc import Callable
from typing import Any

import click

from przepis.errors import InputError
from przepis.serve.cli.context import Context
from przepis.serve.http.keys import DEFAULT_PER_MINUTE, KeyFile
from przepis.serve.http.listening import listen, url_of
from przepis.serve.http.options import ServeOptions, check_exposure, is_loopback

_STOP_S = 10  # how long requests in flight may still take after a signal to stop


def _network(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of everything that listens."""
    for option in (
        click.option(
            "--host", default="127.0.0.1", show_default=True, help="Where to listen; other machines need keys."
        ),
        click.option("--port", default=8017, show_default=True, type=click.IntRange(0, 65535), help="0: any free one."),
        click.option("--no-key", is_flag=True, help="Ask for no API key even when other machines can reach it."),
        click.option("--allowed-host", multiple=True, help="One more host name to answer to; may be repeated."),
        click.option("--pipeline", help="Which system searches; `przepis pipelines` lists them."),
    ):
        command = option(command)
    return command


@click.group(invoke_without_command=True)
@_network
@click.option("--open-web", is_flag=True, help="With keys: the page itself needs none, only the API.")
@click.option("--threads", default=2, show_default=True, type=click.IntRange(1, 64), help="Threads that search.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes; one a core.")
@click.option(
    "--log-level",
    default="info",
    type=click.Choice(["debug", "info", "warning"]),
    show_default=True,
    help="How much to log.",
)
@click.pass_context
def serve(
    context: click.Context,
    host: str,
    port: int,
    no_key: bool,
    allowed_host: tuple[str, ...],
    pipeline: str | None,
    open_web: bool,
    threads: int,
    workers: int,
    log_level: str,
) -> None:
    """Serve the page and the REST API."""
    if context.invoked_subcommand is not None:
        return
    settings = _settings(context.obj, pipeline)
    options = ServeOptions(
        host=host,
        port=port,
        keys_required=not is_loopback(host) and not no_key,
        open_web=open_web,
        allowed_hosts=allowed_host,
        threads=threads,
        workers=workers,
    )
    check_exposure(options, len(KeyFile(settings.home).read()), keys_waived=no_key)
    _need_serve_extra()
    if workers > 1:
        from przepis.serve.http.workers import FACTORY, check_elsewhere, hand_over

        check_elsewhere(settings, options)
        hand_over(settings, options, log_level)
        run_server(FACTORY, options, log_level)
        return
    from przepis.serve.http.app import create_app

    run_server(create_app(settings, options), options, log_level)


@serve.group()
def keys() -> None:
    """API keys, for a server that other machines reach."""


@keys.command("add")
@click.argument("name")
@click.option(
    "--per-minute",
    default=DEFAULT_PER_MINUTE,
    show_default=True,
    type=click.IntRange(1, 1_000_000),
    help="Requests a minute that this key may make.",
)
@click.pass_obj
def add_key(context: Context, name: str, per_minute: int) -> None:
    """Make a key and print it; only its hash is kept."""
    click.echo(KeyFile(context.settings.home).add(name, per_minute))


@keys.command("list")
@click.pass_obj
def list_keys(context: Context) -> None:
    """Names of the keys, and their limits."""
    for key in KeyFile(context.settings.home).read():
        click.echo(f"{key.name:<24} {key.per_minute:>7} a minute   since {key.created}")


@keys.command("remove")
@click.argument("name")
@click.pass_obj
def remove_key(context: Context, name: str) -> None:
    """Revoke a key; a running server refuses it from then on."""
    KeyFile(context.settings.home).remove(name)


@click.command()
@click.option("--http", is_flag=True, help="Speak streamable HTTP under /mcp instead of standard input and output.")
@_network
@click.pass_obj
def mcp(
    context: Context,
    http: bool,
    host: str,
    port: int,
    no_key: bool,
    allowed_host: tuple[str, ...],
    pipeline: str | None,
) -> None:
    """Serve the tools of the Model Context Protocol: find, read and verify provisions."""
    settings = _settings(context, pipeline)
    options = ServeOptions(
        host=host, port=port, keys_required=not is_loopback(host) and not no_key, allowed_hosts=allowed_host
    )
    if http:
        check_exposure(options, len(KeyFile(settings.home).read()), keys_waived=no_key)
    _need_serve_extra()
    from przepis.serve.http.live import Live
    from przepis.serve.mcp.http import create_mcp_app
    from przepis.serve.mcp.server import create_server

    live = Live(settings)
    try:
        if http:
            run_server(create_mcp_app(live, settings, options), options, "info")
        else:
            create_server(live).run("stdio")
    finally:
        live.close()


def run_server(app: Any, options: ServeOptions, log_level: str) -> None:
    """Until a signal: then no new request is taken, those in flight are finished. ``app`` by name: in workers."""
    import uvicorn

    from przepis.serve.http.logs import set_up

    set_up(log_level.upper())
    listening = listen(options.host, options.port)
    click.echo(f"przepis: {url_of(options.host, listening[0].getsockname()[1])}", err=True)
    in_workers = isinstance(app, str)
    config = uvicorn.Config(
        app,
        factory=in_workers,
        workers=options.workers if in_workers else None,
        host=options.host,
        port=options.port,
        log_config=None,
        access_log=False,  # the guard logs, without what was asked
        server_header=False,
        date_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_STOP_S,
        h11_max_incomplete_event_size=options.max_url + 16_384,
        loop="asyncio",  # others do not accept by the socket's own method, as dealt connections need
        http="h11",
        ws="none",
    )
    if in_workers:
        _run_workers(config, listening)
    else:
        uvicorn.Server(config).run(sockets=listening)


def _run_workers(config: Any, listening: list[socket.socket]) -> None:
    """The sockets are inherited."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from przepis.serve.http.sharing import Dealer, can_deal

    for one in listening:
        one.set_inheritable(True)
    if can_deal():
        listening = [Dealer(one, config.backlog) for one in listening]
    config.timeout_worker_healthcheck = 60  # a busy machine may take long to open a large index
    supervisor: Any = Multiprocess
    older = "target" in inspect.signature(supervisor).parameters  # releases before 0.50
    supervisor(config, sockets=listening, **({"target": uvicorn.Server(config).run} if older else {})).run()


def _settings(context: Context, pipeline: str | None) -> Any:
    return context.settings.model_copy(update={"pipeline": pipeline}) if pipeline else context.settings


def _need_serve_extra() -> None:
    try:
        import fastapi  # noqa: F401
        import mcp  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise InputError(f"serving needs more packages ({error.name}): pip install 'przepis[serve]'") from error
