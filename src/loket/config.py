"""The configuration: defaults, then `loket.toml`, then the environment, then the command line; later ones win."""

import os
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator, model_validator

from loket.core.errors import ConfigError
from loket.core.limits import UNLIMITED, Limits
from loket.models.configured import ConfiguredModel, ModelName
from loket.net.public import PublicUrl, host_of, origin_of
from loket.tools.configured import McpServer, OutsideAgent, SourceName

FILE = "loket.toml"
GROUP = "loket.assistants"
ORCHESTRATOR_PORT, SHELL_PORT = 10002, 5173
NAMES = ("localhost", "127.0.0.1")
TOKEN_CHARACTERS = 16

Port = Annotated[int, Field(ge=0, le=65535)]
Url = Annotated[str, Field(pattern=r"^https?://[^\s?#/]+(/[^\s?#]*)?$")]
Origin = Annotated[str, Field(pattern=r"^https?://[^\s?#/]+$")]
HostName = Annotated[str, Field(pattern=r"^[^\s:/?#]+$|^[0-9a-f:]+$")]
Token = Annotated[SecretStr, Field(min_length=TOKEN_CHARACTERS)]
NodeKey = Annotated[SecretStr, Field(min_length=32)]
Bundle = Annotated[str, Field(pattern=r"^[\w.]+:\w+$|^[^\n:]*\.py(:\w+)?$")]


class Config(BaseModel):
    """What one process serves. `only` names a part (`shop`, `shop.tools`, `shell`, …), None is everything."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    host: str = Field(default="127.0.0.1", min_length=1)
    public_url: PublicUrl | None = Field(default=None, description="where a proxy makes it known to others")
    port: Port = ORCHESTRATOR_PORT
    grpc_port: Port = Field(default=0, description="where the server's agent is asked over gRPC; 0: nowhere")
    web_port: Port = Field(default=SHELL_PORT, description="where the shell is when it is served alone")
    data: Path = Path(".loket")
    store: SecretStr | None = Field(default=None, description="servers that keep the logs for many machines")
    inside: Url | None = Field(default=None, description="where the other nodes of a store reach this one")
    node_key: NodeKey | None = Field(default=None, description="what its nodes know; None: made once and kept there")
    verbose: bool = Field(default=False, description="the server's log tells every request and second tries, too")
    log_format: Literal["text", "json"] = "text"
    pace: Literal["demo", "live"] = "live"
    drain: float = Field(default=8.0, ge=0, le=3600, description="seconds for calls under way after SIGTERM")
    only: str | None = None
    assistants: tuple[Bundle, ...] = Field(default=(), description="module:name or a file; empty: all installed")
    card_key: Path | None = Field(default=None, description="a private key that the cards of agents are signed with")
    tokens: dict[str, Token] = Field(default={}, description="owner -> token")
    limits: Limits | None = Field(default=None, description="what one owner may use")
    hosts: tuple[HostName, ...] = Field(default=(), description="names this server is reached by besides loopback")
    pages: tuple[Origin, ...] | None = Field(default=None, alias="origins")
    allow_private: tuple[str, ...] = Field(default=(), description="private addresses that may be called")
    tools_url: Url | None = Field(default=None, description="tool server in the mission's dialect; None: in process")
    parts: dict[str, Url] = Field(default={}, description="our own agent or PACKAGE.tools -> URL")
    mcp: dict[SourceName, McpServer] = Field(default={}, description="tool servers of others")
    agents: dict[SourceName, OutsideAgent] = Field(default={}, description="agents of others")
    api: Url | None = Field(default=None, description="what the shell on its own talks to")
    models: dict[ModelName, ConfiguredModel] = Field(default={}, description="language models")
    budgets: dict[str, dict[str, float]] = Field(default={}, description="assistant -> limits in place of its own")
    secrets: dict[str, SecretStr] = {}
    trusted: tuple[Origin, ...] = Field(default=(), description="agents' origins that may be called unasked")
    credentials: dict[str, dict[str, str]] = Field(default={}, description="agent's origin -> how to log in there")
    encoder: Literal["installed", "off"] = Field(default="installed", description="one more witness of what is meant")
    search: Url | None = Field(default=None, description="a SearXNG server; None: the bundled index of examples")

    @property
    def origins(self) -> tuple[str, ...]:
        """Pages of other origins that may use this server: as configured, else its own by its other name, the shell's
        when its port is configured, and for one part of a set-up those of the mission's shell and orchestrator."""
        ports = [self.port]
        if self.only is not None or "web_port" in self.model_fields_set:
            ports.append(self.web_port)
        if self.only is not None:
            ports.append(ORCHESTRATOR_PORT)
        usual = tuple(f"http://{name}:{port}" for name in NAMES for port in dict.fromkeys(ports))
        public = () if self.public_url is None else (origin_of(self.public_url),)
        return (*(usual if self.pages is None else self.pages), *public)

    @field_validator("tokens")
    @classmethod
    def _one_owner_a_token(cls, tokens: dict[str, SecretStr]) -> dict[str, SecretStr]:
        """Of two owners with one token one would be the other."""
        if len({token.get_secret_value() for token in tokens.values()}) < len(tokens):
            raise ValueError("two owners have the same token")
        return tokens

    @model_validator(mode="after")
    def _known_by_its_public_name(self) -> "Config":
        """The public name is one that this server is reached by."""
        name = None if self.public_url is None else host_of(self.public_url)
        if name is not None and name not in self.hosts:
            object.__setattr__(self, "hosts", (*self.hosts, name))
        return self

    @property
    def limits_of_owners(self) -> Limits:
        """What one owner may use: as configured; of a server without tokens, which is one person's, all of it."""
        if self.limits is not None:
            return self.limits
        return Limits() if self.tokens else UNLIMITED

    @property
    def server_of_shell(self) -> str:
        """The server that the shell on its own talks to: as configured, else where a set-up has it. ConfigError when
        that is the shell itself."""
        if self.api is None and self.port == ORCHESTRATOR_PORT:
            told = "The shell alone needs another port than its server: choose one with --port, or name it with --api."
            raise ConfigError("bad_config", told)
        return self.api or f"http://localhost:{ORCHESTRATOR_PORT}"

    @property
    def address(self) -> str:
        """Where others reach this process, without a slash at the end."""
        return self.public_url or self.local

    @property
    def local(self) -> str:
        """Where it is reached without a proxy."""
        name = next(iter(self.hosts), self.host) if self.public_url is None else self.host
        return f"http://{f'[{name}]' if ':' in name else name}:{self.port}"


VARIABLES: Mapping[str, str] = {
    "LOKET_HOST": "host",
    "LOKET_PUBLIC_URL": "public_url",
    "ORCH_PORT": "port",
    "LOKET_GRPC_PORT": "grpc_port",
    "WEB_PORT": "web_port",
    "LOKET_DATA": "data",
    "LOKET_STORE": "store",
    "LOKET_PACE": "pace",
    "LOKET_DRAIN": "drain",
    "LOKET_INSIDE": "inside",
    "LOKET_NODE_KEY": "node_key",
    "MCP_SSE_URL": "tools_url",
    "LOKET_API": "api",
    "LOKET_SEARCH": "search",
    "LOKET_ENCODER": "encoder",
    "LOKET_CARD_KEY": "card_key",
    "LOKET_VERBOSE": "verbose",
    "LOKET_LOG_FORMAT": "log_format",
}
LISTS: Mapping[str, str] = {
    "LOKET_HOSTS": "hosts",
    "LOKET_ORIGINS": "origins",
    "LOKET_ALLOW_PRIVATE": "allow_private",
    "LOKET_ASSISTANTS": "assistants",
    "LOKET_TRUSTED": "trusted",
}
RENAMED: Mapping[str, str] = {
    "tool_servers": 'where a package\'s tools run stands under [parts], as "NAME.tools" = "http://…"',
    "agents": 'it must be a table with the url of an agent of others, as [agents.NAME] url = "https://…"; '
    "where a part of this server runs stands under [parts]",
}
TOKENS = "LOKET_TOKENS"
LIMITS = "LOKET_LIMITS"
AGENT_PREFIX, AGENT_SUFFIX = "A2A_", "_URL"
"""`A2A_CLERK_URL` is where the agent `clerk` lives."""
TOOLS_PREFIX, TOOLS_OF = "TOOLS_", ".tools"
"""`TOOLS_SHOP_URL` is where the tool server of the package `shop` is: the part `shop.tools`."""

WANTED: Mapping[str, str] = {
    "host": "an address of this machine, such as 127.0.0.1",
    "public_url": "an https address like https://loket.example.org/base, without a user, a query or a fragment",
    "port": "a whole number from 0 to 65535",
    "web_port": "a whole number from 0 to 65535",
    "grpc_port": "a whole number from 0 to 65535",
    "data": "the path of a folder",
    "pace": "demo or live",
    "drain": "a number of seconds from 0 to 3600",
    "inside": "an address like http://10.0.0.7:10002",
    "node_key": "at least 32 characters that nobody can guess",
    "verbose": "true or false",
    "log_format": "text or json",
    "assistants": "names like package.module:name, or files like shop.py",
    "tokens": f"owner:token pairs, one for each owner, no token twice, each of at least {TOKEN_CHARACTERS} characters",
    "limits": "numbers of requests, open, conversations and megabytes, such as requests=50, where 0 is no limit",
    "hosts": "names without scheme and port, such as loket.example.org",
    "origins": "origins like https://loket.example.org, without a path",
    "tools_url": "an address like http://127.0.0.1:8000/sse",
    "parts": "an address like http://localhost:8010/",
    "api": "an address like http://localhost:10002",
    "trusted": "origins like https://agent.example.org, without a path",
    "search": "an address like https://search.example.org",
    "card_key": "the path of a private key in PEM",
}


def load(flags: Mapping[str, Any], env: Mapping[str, str] | None = None, folder: Path | None = None) -> Config:
    """The configuration of this process. ConfigError names what can't be used and what was expected."""
    env = os.environ if env is None else env
    path = Path(env.get("LOKET_CONFIG") or (folder or Path()) / FILE)
    in_file = _from_file(path, required=bool(env.get("LOKET_CONFIG")))
    in_env = _from_env(env)
    given = {name: value for name, value in flags.items() if value is not None}
    try:
        return Config.model_validate({**in_file, **in_env, **given})
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False, include_context=False)[0]
        field, *rest = (str(part) for part in wrong["loc"])
        if field in given:
            where = f"--{field.replace('_', '-')}"
        elif field in in_env:
            where = _variable(field, rest)
        else:
            where = f"{'.'.join((field, *rest))} in {path}"
        if wrong["type"] == "extra_forbidden":
            instead = f"; {RENAMED[field]}" if field in RENAMED and not rest else ""
            raise ConfigError("bad_config", f"There is no setting {where}{instead}.") from None
        expected = WANTED.get(field)
        text = f"it must be {expected}" if expected else str(wrong["msg"]).removeprefix("Value error, ")
        if wrong["type"] == "model_type" and field in RENAMED:
            text = RENAMED[field]
        raise ConfigError("bad_config", f"{where} can't be used: {text}.") from None


def bundles(config: Config) -> list[str]:
    """The packages of assistants to load, as `module:function`."""
    if config.assistants:
        return list(config.assistants)
    return list(from_entry_points(tuple(sys.path)))


@cache
def from_entry_points(path: tuple[str, ...]) -> tuple[str, ...]:
    """Those that packages on this path bring, looked up once: the metadata of all of them is read for it."""
    return tuple(sorted({entry.value for entry in entry_points(group=GROUP)}))


def _variable(field: str, rest: list[str]) -> str:
    """The environment variable that a field came from."""
    if field == "parts" and rest:
        prefix = TOOLS_PREFIX if rest[0].endswith(TOOLS_OF) else AGENT_PREFIX
        return f"{prefix}{rest[0].removesuffix(TOOLS_OF).upper()}{AGENT_SUFFIX}"
    names = {field: name for name, field in (*VARIABLES.items(), *LISTS.items())}
    return LIMITS if field == "limits" else names.get(field, TOKENS)


def _from_file(path: Path, required: bool) -> dict[str, Any]:
    if not path.is_file():
        if required:
            raise ConfigError("bad_config", f"LOKET_CONFIG can't be used: there is no file {path}.")
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError("bad_config", f"{path} can't be read: {error}.") from None


def _from_env(env: Mapping[str, str]) -> dict[str, Any]:
    raw: dict[str, Any] = {field: env[name] for name, field in VARIABLES.items() if env.get(name)}
    raw |= {field: _listed(env[name]) for name, field in LISTS.items() if env.get(name)}
    tools = {f"{name}{TOOLS_OF}": url for name, url in _places(env, TOOLS_PREFIX).items()}
    if places := _places(env, AGENT_PREFIX) | tools:
        raw["parts"] = places
    if env.get(LIMITS):
        raw["limits"] = {name.strip(): value.strip() for name, _, value in _pairs(env[LIMITS], "=")}
    if env.get(TOKENS):
        pairs = _pairs(env[TOKENS], ":")
        owners = [owner.strip() for owner, _, token in pairs if token.strip()]
        if not all(owners) or len(set(owners)) < len(pairs):
            raise ConfigError("bad_config", f"{TOKENS} can't be used: it must be {WANTED['tokens']}.")
        raw["tokens"] = {owner.strip(): token.strip() for owner, _, token in pairs}
    return raw


def _places(env: Mapping[str, str], prefix: str) -> dict[str, str]:
    """What is found where, from variables such as `A2A_NAME_URL`."""
    return {
        name.removeprefix(prefix).removesuffix(AGENT_SUFFIX).lower(): url
        for name, url in env.items()
        if name.startswith(prefix) and name.endswith(AGENT_SUFFIX) and url
    }


def _pairs(text: str, mark: str) -> list[tuple[str, str, str]]:
    return [pair.partition(mark) for pair in _listed(text)]


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
