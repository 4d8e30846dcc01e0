"""What `loket.toml` says of tool servers and agents of others: `[mcp.NAME]` and `[agents.NAME]`."""

from pathlib import Path
from typing import Annotated, Literal

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
    """An agent of others. With a `digest` it is used only as long as its card is that one; `token` is `secret://NAME`.

    One that speaks AG-UI (`dialect = "agui"`) has no card: `url` is where its runs are posted, `title` and
    `description` say what it is for, and a person is asked before every call unless it is `read_only`. One that is
    `idempotent` shows what became of a run that it is sent once more, as Loket does: after a crash it is. One with
    `files` is sent the files that people give, but for private ones."""

    url: Address
    dialect: Literal["a2a", "agui"] = "a2a"
    title: str = Field(default="", max_length=200)
    description: str = Field(default="", max_length=2000)
    read_only: bool = False
    idempotent: bool = False
    files: bool = False
    digest: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")
    token: str = Field(default="", pattern=r"^(secret://[\w.-]+)?$")

    @model_validator(mode="after")
    def _one_kind(self) -> "OutsideAgent":
        if self.dialect == "agui" and self.digest:
            raise ValueError("an agent that speaks AG-UI has no card, and so no digest")
        told = self.title or self.description or self.read_only or self.idempotent or self.files
        if self.dialect == "a2a" and told:
            names = "title, description, read_only, idempotent and files"
            raise ValueError(f'{names} go with dialect = "agui"; a card says the same itself')
        return self
