"""What `loket.toml` says of tool servers and agents of others: `[mcp.NAME]` and `[agents.NAME]`."""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

SourceName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")]
Address = Annotated[str, Field(pattern=r"^https?://[^\s?#/@]+(/[^\s#]*)?$")]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class McpServer(_Table):
    """An MCP server: a program that is started here, or an address over streamable HTTP. Values of `env`, `headers` and
    `token` may be `secret://NAME`. With `hints = false` nothing it says of its tools counts as harmless."""

    command: tuple[str, ...] = ()
    args: tuple[str, ...] = ()
    env: dict[str, SecretStr] = {}
    folder: Path | None = Field(default=None, description="where the program runs")
    url: Address | None = None
    headers: dict[str, SecretStr] = {}
    token: SecretStr | None = Field(default=None, description="sent as Authorization: Bearer")
    deadline: float = Field(default=30.0, gt=0, le=3600, description="seconds a call may take")
    hints: bool = True

    @field_validator("command", mode="before")
    @classmethod
    def _a_word_is_a_command(cls, command: object) -> object:
        return (command,) if isinstance(command, str) else command

    @model_validator(mode="after")
    def _one_way(self) -> "McpServer":
        if bool(self.command) == bool(self.url):
            raise ValueError("it needs either a command or a url")
        if self.url and (self.args or self.env or self.folder):
            raise ValueError("args, env and folder go with a command, not with a url")
        if self.command and (self.headers or self.token):
            raise ValueError("headers and token go with a url, not with a command")
        return self


class OutsideAgent(_Table):
    """An agent of others. With a `digest` it is used only as long as its card is that one; `token` is `secret://NAME`."""

    url: Address
    digest: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")
    token: str = Field(default="", pattern=r"^(secret://[\w.-]+)?$")
