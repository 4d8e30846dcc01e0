"""The shapes everything else is made of: a value, what is read from outside, what is sent outside."""

from pydantic import BaseModel, ConfigDict


class DataRow(BaseModel):
    """A value from our own data files: never changed, and a field nobody knows is our mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ToolInput(BaseModel):
    """What a caller gives: fields nobody knows are ignored, names and aliases both work."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


class ToolOutput(BaseModel):
    """What we answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")
