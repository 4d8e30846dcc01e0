"""The commands and their options; each imports what it needs only when it runs."""

import asyncio
import os
from pathlib import Path
from typing import Any

import click

from loket import __version__
from loket.cli.agent_commands import check, discover, invoke, mcp
from loket.cli.brought import PackagedCommands
from loket.cli.options import DATA, FILES, JSON, meant
from loket.house.amounts import AmountInRange


@click.group(cls=PackagedCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def root() -> None:
    """Loket: a counter for conversations with people, agents and tools. Every step has a reason."""


@root.command()
@FILES
@click.option("--host", help="Address to bind to (default 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port (default 10002; 0 takes a free one).")
@DATA
@click.option("--pace", type=click.Choice(["demo", "live"]), help="demo shows every step slowly (default live).")
@click.option("--only", metavar="PART", help="One part alone: NAME, NAME.tools, NAME.AGENT, shell.")
@click.option(
    "--grpc",
    "--grpc-port",
    "grpc_port",
    type=click.IntRange(0, 65535),
    help="Also a port for gRPC (needs loket[grpc]).",
)
@click.option("--verbose", is_flag=True, default=None, help="Log every request, too.")
@click.option("--log-format", type=click.Choice(["text", "json"]), help="The server's log (default text).")
@click.option("--reload", is_flag=True, help="Start again whenever a file here changes, to write an assistant.")
@click.option("--api", metavar="URL", help="With --only shell: the server the page talks to.")
def serve(reload: bool, **flags: Any) -> None:
    """Serve everything on one port, or one part alone; with FILE, the assistants in these."""
    flags["assistants"] = flags["assistants"] or None
    if reload:
        from loket.cli.reloading import serve_reloading

        serve_reloading(flags, Path.cwd())
        return
    from loket.cli.serving import fast_loop
    from loket.cli.serving import serve as run
    from loket.config import load

    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        runner.run(run(load(flags)))


@root.command()
@DATA
@click.option("--pace", type=click.Choice(["demo", "live"]), default="demo", show_default=True)
def up(data: Path | None, pace: str) -> None:
    """Serve each part of the mission as a process of its own, logs side by side, one Ctrl-C for all."""
    from loket.cli.set_up import up as run
    from loket.config import load

    asyncio.run(run(load({"data": data, "pace": pace})))


@root.command()
@click.argument("assistant")
@click.argument("text")
@DATA
@JSON
def ask(assistant: str, text: str, data: Path | None, as_json: bool) -> None:
    """Ask something; the steps are printed as they come. ASSISTANT is a name, or a file such as shop.py.

    Exit code: 0 all well, 2 a choice is asked for, 3 something must be made clear, 4 something went wrong."""
    from loket.cli.asking import ask as run
    from loket.config import load

    files, name = meant(assistant)
    raise SystemExit(asyncio.run(run(load({"data": data, "assistants": files}), name, text, as_json)))


@root.command()
@click.argument("assistant", required=False)
@click.option("--conversation", metavar="ID", help="Go on with this one.")
@click.option("--language", type=click.Choice(["nl", "de", "pt-BR", "en"]), help="Of the prompts (default: LANG's).")
@DATA
def chat(assistant: str | None, conversation: str | None, language: str | None, data: Path | None) -> None:
    """Talk in the terminal: steps as they come, questions answered, calls approved, changed or refused.

    ASSISTANT is a name, or a file such as shop.py."""
    from loket.cli.chat import chat as run
    from loket.cli.chat_words import language_of
    from loket.config import load

    files, name = meant(assistant)
    config = load({"data": data, "assistants": files})
    raise SystemExit(asyncio.run(run(config, name, conversation, language=language or language_of(os.environ))))


@root.command()
@click.argument("name")
def new(name: str) -> None:
    """Make a folder NAME with an assistant that works, its tests, its cases and its container."""
    from loket.cli.scaffolding import scaffold

    scaffold(name, Path())


@root.group()
def log() -> None:
    """Read what is recorded, also beside a running server."""


@log.command("list")
@DATA
@JSON
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 1000))
def log_list(data: Path | None, as_json: bool, limit: int) -> None:
    """Conversations, newest first."""
    from loket.cli.logs import list_conversations
    from loket.config import load

    asyncio.run(list_conversations(load({"data": data}), limit, as_json))


@log.command("show")
@click.argument("conversation")
@DATA
@JSON
def log_show(conversation: str, data: Path | None, as_json: bool) -> None:
    """The records of a conversation."""
    from loket.cli.logs import show
    from loket.config import load

    asyncio.run(show(load({"data": data}), conversation, as_json, follow=False))


@log.command("tail")
@click.argument("conversation")
@DATA
@JSON
def log_tail(conversation: str, data: Path | None, as_json: bool) -> None:
    """The last records of a conversation, then new ones as they are committed."""
    from loket.cli.logs import show
    from loket.config import load

    asyncio.run(show(load({"data": data}), conversation, as_json, follow=True))


@log.command("prompt")
@click.argument("conversation")
@click.argument("seq", type=click.IntRange(1))
@FILES
@DATA
@JSON
def log_prompt(conversation: str, seq: int, assistants: tuple[str, ...], data: Path | None, as_json: bool) -> None:
    """What a model was asked for decision SEQ; with FILE, of the assistants in these."""
    from loket.cli.prompts import show_prompt
    from loket.config import load

    asyncio.run(show_prompt(load({"data": data, "assistants": assistants or None}), conversation, seq, as_json))


@log.command("cases")
@DATA
@click.option(
    "--limit", default=200, show_default=True, type=click.IntRange(1, 1000), help="Conversations, newest first."
)
def log_cases(data: Path | None, limit: int) -> None:
    """The answers that people called good or not good, as cases for `loket eval`."""
    from loket.cli.logs import cases
    from loket.config import load

    asyncio.run(cases(load({"data": data}), limit))


@log.command("export")
@click.argument("conversation")
@DATA
@click.option("--scrub", is_flag=True, help="Blank what anybody said, gave or named; keep the structure.")
def log_export(conversation: str, data: Path | None, scrub: bool) -> None:
    """All records as JSON lines on standard output."""
    from loket.cli.logs import export
    from loket.config import load

    asyncio.run(export(load({"data": data}), conversation, scrub))


@root.group()
def store() -> None:
    """Look after where the logs are kept."""


@store.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--changes", is_flag=True, help="Read only conversations that have another last record, entry or file.")
def store_copy(source: str, target: str, changes: bool) -> None:
    """Copy all of FROM to TO: each a data folder, or NATS servers as in LOKET_STORE (nats://…).

    FROM may be served meanwhile; TO must be empty, or a copy begun before: the same command goes on with it. Each
    conversation is compared byte for byte after it was copied. To lose nothing, stop FROM's servers at the end, run it
    once more with --changes, and only then serve TO.

    Exit code: 0 TO has all that FROM has, 4 something is damaged, or FROM is written on too fast."""
    from loket.cli.copying import copy as run

    raise SystemExit(asyncio.run(run(source, target, not changes)))


@root.command("eval")
@click.argument("cases", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--assistant", "assistants", multiple=True, metavar="NAME", help="Who is measured; may be several.")
@click.option("--at-least", type=AmountInRange(0, 1), default=1.0, show_default=True, help="Share that must be right.")
@click.option("--page", type=click.Path(dir_okay=False, path_type=Path), help="Write a page with every talk, too.")
@click.option("--skills", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--predictions", type=click.Path(dir_okay=False, path_type=Path), help="With --skills: what was planned.")
@JSON
def evaluation(cases: Path, skills: Path | None, predictions: Path | None, as_json: bool, **wanted: Any) -> None:
    """Have the talks of CASES and judge them. With --skills, only how the skills of FILE are understood.

    Exit code: 0 enough was right and nothing was done that nobody expected, else 4."""
    if skills is not None:
        from loket.cli.evals.planner import evaluate as measure
        from loket.language.encoders import installed_encoder

        measure(cases, skills, as_json, predictions, installed_encoder())
        return
    from loket.cli.evals.run import evaluate as run
    from loket.config import load

    out = (as_json, wanted["page"])
    raise SystemExit(asyncio.run(run(load({}), cases, wanted["assistants"], wanted["at_least"], out)))


@root.command()
@click.option("--ask", "question", metavar="TEXT", help="Try one with this question.")
@click.argument("name", required=False)
def models(question: str | None, name: str | None) -> None:
    """The language models that are configured; with --ask, NAME or the usual one is tried.

    Exit code: 0 all well, 4 it did not answer."""
    from loket.cli.models import models as run
    from loket.config import load

    raise SystemExit(asyncio.run(run(load({}), name or "", question)))


@root.command()
@DATA
def doctor(data: Path | None) -> None:
    """Look whether this installation and its data are in order."""
    from loket.cli.doctor import doctor as run
    from loket.config import load

    raise SystemExit(asyncio.run(run(load({"data": data}))))


for command in (discover, invoke, check, mcp):
    root.add_command(command)
