"""Reads a data file that is part of the package; the caller says which shape it must have."""

import tomllib
from decimal import Decimal
from importlib.resources import files
from typing import TypeVar

from pydantic import BaseModel

Shape = TypeVar("Shape", bound=BaseModel)


def read(name: str, shape: type[Shape]) -> Shape:
    """The file `data/NAME.toml` as `shape`. A file that does not fit is a bug of ours and raises."""
    text = files("loket_demos.overheid").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return shape.model_validate(tomllib.loads(text, parse_float=Decimal))
