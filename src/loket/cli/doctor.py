"""Looks whether an installation can serve: Python, the bundle, the data, the ports, the model key."""

import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Literal

import click

from loket import __version__
from loket.cli.folders import folders
from loket.config import Config, bundles
from loket.core.errors import LoketError
from loket.doors.pages import STATIC
from loket.house.bundle import Services
from loket.models.providers import USUAL, library_installed, models_from, package_of
from loket.net.client import shared_client
from loket.net.web import Web
from loket.stores.lock import holder
from loket.stores.sqlite import SqliteStore
from loket.wiring.agents import allowed
from loket.wiring.late import store_examined, stores_of
from loket.wiring.packages import chosen, installed
from loket.wiring.sources import sources_alone

Verdict = Literal["ok", "note", "wrong"]
STDERR = "loket.tools.stderr"
LAST_LINES = 3


class _Heard(logging.Handler):
    """What programs that were started said on their standard error."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())

    def last(self, name: str) -> list[str]:
        """The last words of one of them."""
        return [words for words in self._lines if words.startswith(f"{name}: ")][-LAST_LINES:]

    @contextmanager
    def on(self, name: str) -> Generator[None]:
        """Hears while inside."""
        log = logging.getLogger(name)
        level = log.level
        log.addHandler(self)
        log.setLevel(logging.INFO)
        try:
            yield
        finally:
            log.removeHandler(self)
            log.setLevel(level)


async def doctor(config: Config) -> int:
    """Prints one line a finding; answers 1 when something is wrong."""
    wrong = False
    async for verdict, text in _findings(config):
        wrong = wrong or verdict == "wrong"
        click.echo(f"{verdict:<5}  {text}")
    return int(wrong)


async def _findings(config: Config) -> AsyncIterator[tuple[Verdict, str]]:
    yield "ok", f"Loket {__version__} on Python {sys.version.split()[0]}"
    yield await _packages(config)
    built = (STATIC / "index.html").is_file()
    yield ("ok", "the web shell is built") if built else ("wrong", "the web shell is not built: run `make setup`")
    if config.store is not None:
        for finding in await _servers(config.store.get_secret_value()):
            yield finding
    else:
        for folder in folders(config.data):
            yield await _data(folder)
    async for finding in _sources(config):
        yield finding
    yield _port(config)
    for finding in (*_models(config), *_without_models(config)):
        yield finding


async def _servers(address: str) -> list[tuple[Verdict, str]]:
    """What there is to say of the servers, once, and of the logs of each part that is there."""
    try:
        places = await stores_of(address)
    except LoketError:
        places = [address]
    return list(dict.fromkeys([finding for place in places for finding in await store_examined(place)]))


async def _packages(config: Config) -> tuple[Verdict, str]:
    """Loads and wires the packages as a server would."""
    try:
        async with shared_client(allowed(config)) as http:
            models = models_from(os.environ, config.models, config.secrets)
            packages = installed(config, Services(models.model(), os.environ, config.data, Web(http), models))
            chosen(config, packages)
    except LoketError as error:
        return "wrong", error.text
    return "ok", f"assistants: {', '.join(bundles(config))}"


async def _sources(config: Config) -> AsyncIterator[tuple[Verdict, str]]:
    """Asks every tool server and agent of others that is configured."""
    if not (config.mcp or config.agents):
        return
    heard = _Heard()
    async with AsyncExitStack() as stack:
        stack.enter_context(heard.on(STDERR))
        try:
            found = await sources_alone(config, stack)
        except LoketError as error:
            yield "wrong", error.text
            return
        for source in found.values():
            told = [spec.name for news in await source.discover("doctor") for spec in news.specs]
            yield ("wrong", f"{source.name}: {source.trouble}") if source.trouble else ("ok", ", ".join(told))
            for words in heard.last(source.name) if source.trouble else ():
                yield "note", words


async def _data(folder: Path) -> tuple[Verdict, str]:
    running = holder(folder)
    if running is not None:
        where = f" at {running.address}" if running.address else ""
        return "note", f"data in {folder} is in use by a server{where} (process {running.pid})"
    try:
        async with await SqliteStore.open(folder, read_only=True) as store:
            count = len(await store.entries(limit=1000))
    except LoketError as error:
        if error.code == "data_missing":
            return "ok", f"no data yet in {folder}"
        return "wrong", f"data in {folder}: {error.text}"
    return "ok", f"data in {folder}: {count if count < 1000 else '1000 or more'} conversations"


def _port(config: Config) -> tuple[Verdict, str]:
    with socket.socket() as probe:
        probe.settimeout(1)
        taken = probe.connect_ex((config.host, config.port)) == 0
    return ("note", f"port {config.port} is taken") if taken else ("ok", f"port {config.port} is free")


def _models(config: Config) -> Iterator[tuple[Verdict, str]]:
    """What each configured model lacks; asks none of them."""
    try:
        models = models_from(os.environ, config.models, config.secrets)
    except LoketError as error:
        yield "wrong", error.text
        return
    if not models.tables:
        yield "ok", "no language model is configured: everything is answered without one"
    for name, table in models.tables.items():
        if not library_installed(table.provider):
            yield "wrong", f"model {name}: {table.model} needs pip install '{package_of(table.provider)}'"
        elif missing := models.missing_key(name):
            yield "wrong", f"model {name}: {table.model} needs a key: {missing}"
        else:
            yield "ok", f"model {name}: {table.model}{', the usual one' if name == USUAL else ''}"


def _without_models(config: Config) -> Iterator[tuple[Verdict, str]]:
    """Assistants that nothing answers for, because they ask a model alone and there is none."""
    try:
        models = models_from(os.environ, config.models, config.secrets)
        packages = () if models.tables else installed(config, Services(env=os.environ, data=config.data))
    except LoketError:
        return  # it is told above
    for spec in (spec for package in packages for spec in package.assistants):
        if spec.planner in ("chat", "reasoner"):
            text = f'{spec.name} has planner="{spec.planner}" and asks a language model alone: set LOKET_MODEL.'
            yield "wrong", text
