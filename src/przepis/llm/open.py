"""From settings to a client: preset, address, key, prices, budget; or a replay or batch file in their
place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from przepis.errors import InputError, choices
from przepis.llm.batch import CollectTransport
from przepis.llm.budget import Budget
from przepis.llm.client import Client
from przepis.llm.dialect import Dialect
from przepis.llm.journal import Journal
from przepis.llm.presets import FREE, PRESETS, Preset, Price, preset, price_of
from przepis.llm.replay import ReplayTransport
from przepis.llm.secrets import read_key
from przepis.llm.transport import HttpTransport, Transport
from przepis.records import note
from przepis.retrying import RetryPolicy
from przepis.settings import LLMSettings, Settings

JOURNAL_NAME = "llm.sqlite"


def open_journal(settings: Settings) -> Journal:
    return Journal(settings.home / JOURNAL_NAME)


def has_journal(settings: Settings) -> bool:
    return (settings.home / JOURNAL_NAME).is_file()


def open_client(settings: Settings) -> Client:
    """A client for ``settings.llm``; with ``llm.batch`` requests are collected there instead of being sent."""
    llm = settings.llm
    if llm.replay:
        replay = ReplayTransport(Path(llm.replay))
        # Recorded answers must not be mixed with live ones, so nothing is kept on disk.
        return Client(
            replay, replay.model, price=replay.price, concurrency=llm.concurrency, repairs=not replay.asks_once
        )
    chosen = endpoint(llm)
    model = llm.model or chosen.model
    if not model:
        raise InputError(f"llm.model is not set, and {chosen.name or chosen.base_url} has no default")
    price = _price(llm, chosen, model)
    transport: Transport
    if llm.batch:
        transport = CollectTransport(Path(llm.batch), model, Dialect(json_mode=chosen.json_mode))
    else:
        transport = HttpTransport(
            chosen.base_url,
            model,
            read_key(chosen.key_env, required=bool(chosen.key_env)),
            timeout_s=llm.timeout_s,
            concurrency=llm.concurrency,
            policy=RetryPolicy(retries=llm.retries),
            dialect=Dialect(json_mode=chosen.json_mode),
        )
    return Client(
        transport,
        model,
        journal=open_journal(settings),
        price=price,
        budget=Budget(llm.budget_usd, llm.budget_tokens),
        concurrency=llm.concurrency,
    )


def is_configured(llm: LLMSettings) -> bool:
    """Whether a model was named at all; commands that can do without one ask this first."""
    return bool(llm.replay or llm.preset or llm.base_url)


def endpoint(llm: LLMSettings) -> Preset:
    """The preset with what the settings say on top of it."""
    if not llm.preset and not llm.base_url:
        raise InputError(
            f"no language model is set: give llm.preset ({choices(PRESETS)}) or llm.base_url",
            note("error_no_model", choices=", ".join(PRESETS)),
        )
    base = preset(llm.preset) if llm.preset else Preset("", "", local=_is_local(llm.base_url))
    return Preset(
        base.name,
        _address(llm.base_url or base.base_url),
        llm.key_env or base.key_env,
        base.model,
        local=base.local and (not llm.base_url or _is_local(llm.base_url)),
        json_mode=base.json_mode,
        batch_factor=base.batch_factor,
    )


def parse_llm_option(text: str) -> dict[str, Any]:
    """``--llm``: ``replay:FILE``, a preset, ``preset:model``, or an address; as settings of the llm
    section.
    """
    if text.startswith("replay:"):
        return {"replay": text.removeprefix("replay:")}
    if text.startswith(("http://", "https://")):
        return {"base_url": text}
    name, _, model = text.partition(":")
    preset(name)
    return {"preset": name, "model": model} if model else {"preset": name}


def _address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError("llm.base_url must be an http or https address, such as http://127.0.0.1:8080/v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        # The address is printed in errors and logs; a key inside it would be too. Nor is it echoed here.
        raise InputError(f"llm.base_url ({parts.hostname}) must have no user, password or query; use key_env")
    return url.rstrip("/")


def _is_local(url: str) -> bool:
    return urlsplit(url).hostname in ("127.0.0.1", "localhost", "::1")


def _price(llm: LLMSettings, chosen: Preset, model: str) -> Price:
    if llm.price_in is not None and llm.price_out is not None:
        return Price(llm.price_in, llm.price_out)
    if (known := price_of(model)) is not None and not chosen.local:
        return known
    if chosen.local:
        return FREE
    if llm.budget_usd is not None:
        raise InputError(f"a budget in USD needs prices, and {model} has none: set llm.price_in and llm.price_out")
    return FREE
