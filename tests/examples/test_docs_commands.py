"""The pages of the documentation: every command is one there is, requests get what is promised, settings are read."""

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import httpx
from click.testing import CliRunner

from loket.cli.commands import root
from tests.serving import Here, serving_here

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)\n\1```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The blocks of a page: what they are written in, and their text."""
    return [(language, text) for _, language, text in BLOCK.findall(page.read_text("utf-8"))]


def lines(text: str) -> list[list[str]]:
    """The commands of a block, word by word, without comments; an indented line goes on with the one before."""
    return [shlex.split(line, comments=True) for line in re.sub(r"\s*\\?\n +", " ", text).splitlines()]


def commands(page: Path) -> Iterator[list[str]]:
    """What a page says can be typed: `loket …` in its blocks and between back quotes, settings before it left out."""
    text = page.read_text("utf-8")
    blocks_of = "\n".join(line for _, block in blocks(page) for line in block.splitlines() if "loket " in line)
    inline = "\n".join(re.findall(r"`((?:[A-Z_]+=\S+ )*loket [^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))
    for typed in re.findall(r"^(?:\$ )?(?:[A-Z_0-9]+=\S+ )*loket ([a-z].*)", f"{blocks_of}\n{inline}", re.MULTILINE):
        shown = re.sub(r"\[[^]]*\]", "", typed.split("  ")[0]).replace("PORT", "1")
        yield shlex.split(shown, comments=True)


def test_every_command_of_the_pages_is_one_there_is() -> None:
    typed = [(page.name, args) for page in PAGES for args in commands(page)]
    assert len(typed) > 30
    wrong = [(page, args, refusal) for page, args in typed if (refusal := refused(args))]
    assert wrong == []


def refused(args: list[str]) -> str:
    """Why the command line would not take these words; "" when it does. Nothing is run."""
    name, *rest = args
    command = root.get_command(click.Context(root), name)
    if command is None:
        return "no such command"
    try:
        command.make_context(name, rest)
    except click.MissingParameter:
        return ""  # a page may name a command without what goes with it
    except click.UsageError as refusal:
        return "" if "does not exist" in refusal.message or not rest else refusal.message  # a file of the reader's
    return ""


@dataclass(frozen=True)
class Sent:
    """A request that a page shows."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any = None


def curl(words: list[str]) -> Sent:
    """The request that this command of curl would send."""
    headers: dict[str, str] = {}
    path, body = "", None
    rest = iter(words[1:])
    for word in rest:
        match word:
            case "-H":
                name, _, value = next(rest).partition(": ")
                headers[name] = value
            case "-d":
                body = json.loads(next(rest))
            case "-N":
                pass
            case _:
                path = re.sub(r"^localhost:\d+", "", word)
    return Sent("GET" if body is None else "POST", path, headers, body)


def requests(page: str) -> list[Sent]:
    """The requests of a page, as curl or as method, path and body."""
    shown: list[Sent] = []
    for _, text in blocks(DOCS / page):
        shown += [curl(line) for line in lines(text) if line and line[0] == "curl"]
        for method, path, body in re.findall(r"^(GET|POST|DELETE) +(\S+) +(.+)$", text, re.MULTILINE):
            shown.append(Sent(method, path, {}, json.loads(body) if body.startswith("{") else None))
    return shown


async def answered(here: Here, sent: Sent) -> httpx.Response:
    return await here.http.request(sent.method, sent.path, headers=sent.headers, json=sent.body)


async def test_the_shop_of_the_readme_is_an_agent_as_the_page_says(forgetful: Path) -> None:
    [(_, code)] = [block for block in blocks(ROOT / "README.md") if block[0] == "python"]
    (forgetful / "shop.py").write_text(code)
    async with serving_here(forgetful / "data", assistants=[str(forgetful / "shop.py")]) as here:
        first, by_name, message = requests("agents-in.md")
        assert (await answered(here, first)).json()["name"] == "Bike repair"
        assert (await answered(here, by_name)).json()["supportedInterfaces"][0]["url"].endswith("/a2a/shop")
        task = (await answered(here, message)).json()["result"]["task"]
        assert task["status"]["state"] == "TASK_STATE_COMPLETED" and "25" in task["artifacts"][0]["parts"][0]["text"]


async def test_the_requests_of_the_pages_get_what_is_promised(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        asked = requests("urmston.md")[0]
        streamed = await answered(here, asked)
        assert streamed.headers["content-type"].startswith("text/event-stream") and "U11" in streamed.text

        words, choice, erase, document, ping = requests("sogis.md")
        plan = (await answered(here, words)).json()
        assert plan["overallStatus"] == "needs_user_choice" and plan["steps"][0]["choices"]
        made = (await answered(here, choice)).json()["steps"][0]
        assert made["status"] == "ok" and made["data"]["pdfUrl"].startswith(document.path.partition("{")[0])
        assert (await answered(here, erase)).status_code == 204
        assert (await answered(here, ping)).text == "ask-sogis"

        chat, countries, health, again, stop = requests("relocation.md")
        frames = (await answered(here, chat)).text
        assert '"agent_start","agent_name":"visa_agent"' in frames and frames.endswith(
            'data: {"type":"message_end"}\n\n'
        )
        assert (await answered(here, countries)).json()["countries"] and (
            await answered(here, health)
        ).status_code == 200
        message = json.loads(frames.partition("data: ")[2].partition("\n")[0])["message_id"]
        told = await here.http.get(again.path.format(message_id=message))
        assert told.text.partition("\n")[2] == frames.partition("\n")[2]
        assert (await here.http.delete(stop.path.format(message_id=message))).status_code == 204


async def test_the_club_alone_takes_words(tmp_path: Path) -> None:
    async with serving_here(tmp_path, only="urmston.club") as here:
        task = (await answered(here, requests("urmston.md")[1])).json()
        assert "U10 Lions" in json.dumps(task)


def test_the_cases_of_the_page_about_evals_are_right_for_the_shop_of_the_readme(forgetful: Path) -> None:
    [(_, code)] = [block for block in blocks(ROOT / "README.md") if block[0] == "python"]
    [(_, cases)] = [block for block in blocks(DOCS / "evals.md") if block[0] == "yaml"]
    (forgetful / "shop.py").write_text(code)
    (forgetful / "cases.yaml").write_text(cases)
    env = {"LOKET_ASSISTANTS": str(forgetful / "shop.py")}
    measured = CliRunner(env=env).invoke(root, ["eval", str(forgetful / "cases.yaml"), "--json"])
    assert measured.exit_code == 0, measured.output
    assert measured.output.count('"right"') >= 3


def test_every_block_of_the_pages_is_read_by_some_test() -> None:
    """A page with a block that no test opens is a page that nobody notices when it lies."""
    tests = "".join(file.read_text("utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    tests += "".join(file.read_text("utf-8") for file in (ROOT / "web" / "tests").rglob("*.test.ts"))
    unread = [page.name for page in PAGES if blocks(page) and page.name not in tests and f'"{page.stem}"' not in tests]
    assert unread == []
