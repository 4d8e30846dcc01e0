"""`loket models`: which language models are configured, and whether one of them answers."""

import os

import click

from loket.cli.lines import flat
from loket.config import Config
from loket.core.model import Finished, ModelFailed, ModelRequest, TextDelta, words
from loket.models.providers import USUAL, ConfiguredModels, models_from
from loket.tools.agents.text import visible

NONE = "No language model is configured: set LOKET_MODEL=provider:name and the provider's key."


async def models(config: Config, name: str, question: str | None) -> int:
    """Lists them, or tries one."""
    known = models_from(os.environ, config.models, config.secrets)
    try:
        return _listed(known) if question is None else await _tried(known, name, question)
    finally:
        await known.close()


def _listed(known: ConfiguredModels) -> int:
    for name, table in known.tables.items():
        place = f" at {table.base_url}" if table.base_url else ""
        notes = [place, f", then {table.fallback}" if table.fallback else "", ", the usual one" * (name == USUAL)]
        missing = (("a key", known.missing_key(name)), ("its library", known.missing_library(name)))
        lacks = "".join(f"  (needs {what}: {how})" for what, how in missing if how)
        click.echo(f"{name:<12}  {table.model}{''.join(notes)}{lacks}")
    if not known.tables:
        click.echo(NONE)
    return 0


async def _tried(known: ConfiguredModels, name: str, question: str) -> int:
    model = known.model(name)
    if model is None:
        click.echo(NONE, err=True)
        return 4
    try:
        async for delta in model.stream(ModelRequest(messages=(words("user", question),))):
            match delta:
                case TextDelta(text=text):
                    click.echo(visible(text), nl=False)
                case Finished(response=response):
                    usage = response.usage
                    price = "" if usage.price is None else f", ${usage.price:.6f}"
                    tokens = f"{usage.input_tokens} tokens in, {usage.output_tokens} out"
                    click.echo(f"\n[{flat(usage.model)}: {tokens}{price}, {usage.took_ms} ms]")
                case _:
                    pass
    except ModelFailed as failed:
        click.echo(f"loket: {flat(failed.text)} [{failed.code}]", err=True)
        return 4
    return 0
