"""`loket new`: a folder with an assistant that works, its tests, its cases and its container."""

import keyword
import re
import sys
from importlib.resources import files
from pathlib import Path
from string import Template

import click

from loket.core.errors import Conflict, Invalid

PLACES = {
    "assistant.py": "{name}.py",
    "test_assistant.py": "test_{name}.py",
    "cases.yaml": "cases.yaml",
    "loket.toml": "loket.toml",
    "pyproject.toml": "pyproject.toml",
    "Dockerfile": "Dockerfile",
    "README.md": "README.md",
    "gitignore": ".gitignore",
    "dockerignore": ".dockerignore",
}
"""Template -> where it goes."""
NEXT = """\
Made {folder}. Now:
  cd {folder}
  loket chat              talk in the terminal
  loket serve --reload    the page; each change of {name}.py is served at once"""


def scaffold(name: str, parent: Path) -> Path:
    """Makes the folder `name` and tells what to do next. Invalid for a name that no module may have; Conflict when
    there is something of that name: nothing of it is touched."""
    if re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) is None or keyword.iskeyword(name):
        raise Invalid("bad_name", "A name has small letters, digits and _, and begins with a letter, such as bikes.")
    if name in sys.stdlib_module_names or name in ("loket", "pytest", "test"):
        raise Invalid("bad_name", f"Python has a module {name} already; choose another name.")
    folder = parent / name
    if folder.exists():
        raise Conflict("exists", f"There is a {folder} already; nothing of it was changed.")
    folder.mkdir(parents=True)
    words = {"name": name, "title": name.replace("_", " ").capitalize()}
    for template, place in PLACES.items():
        text = files("loket.cli").joinpath("scaffold", f"{template}.template").read_text("utf-8")
        (folder / place.format(name=name)).write_text(Template(text).substitute(words), "utf-8")
    click.echo(NEXT.format(folder=folder, name=name))
    return folder
