"""The configuration: defaults, then `loket.toml`, then the environment, then the command line; later ones win."""

import os
import tomllib
from collections.abc import Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, SecretStr, ValidationError

from loket.core.data import Frozen
from loket.core.errors import ConfigError

FILE = "loket.toml"
GROUP = "loket.assistants"
ORCHESTRATOR_PORT, SHELL_PORT = 10002, 5173
NAMES = ("localhost", "127.0.0.1")

Port = Annotated[int, Field(ge=0, le=65535)]
Url = Annotated[str, Field(pattern=r"^https?://[^\s?#]+$")]


class Config(Frozen):
    """What one process serves. `only` names a part (`overheid`, `overheid.tools`, `shell`, …), None is everything."""

    host: str = "127.0.0.1"
    port: Port = ORCHESTRATOR_PORT
    data: Path = Path(".loket")
    pace: Literal["demo", "live"] = "live"
    only: str | None = None
    profile: str | None = None
    assistants: tuple[str, ...] = Field(default=(), description="module:function; empty: all that are installed")
    tokens: dict[str, SecretStr] = Field(default={}, description="owner -> token")
    hosts: tuple[str, ...] = Field(default=(), description="names this server is reached by besides loopback")
    origins: tuple[str, ...] = Field(
        default=tuple(f"http://{name}:{port}" for name in NAMES for port in (SHELL_PORT, ORCHESTRATOR_PORT)),
        description="pages of other origins that may use this server",
    )
    allow_private: tuple[str, ...] = Field(default=(), description="private addresses that may be called")
    tools_url: Url | None = Field(default=None, description="tool server in the mission's dialect; None: in process")
    agents: dict[str, Url] = Field(default={}, description="agent name -> URL; those not named run in process")
    api: Url | None = Field(default=None, description="what the shell on its own talks to")
    secrets: dict[str, SecretStr] = {}


VARIABLES: Mapping[str, str] = {
    "LOKET_HOST": "host",
    "ORCH_PORT": "port",
    "LOKET_DATA": "data",
    "LOKET_PACE": "pace",
    "MCP_SSE_URL": "tools_url",
    "LOKET_API": "api",
}
LISTS: Mapping[str, str] = {
    "LOKET_HOSTS": "hosts",
    "LOKET_ORIGINS": "origins",
    "LOKET_ALLOW_PRIVATE": "allow_private",
    "LOKET_ASSISTANTS": "assistants",
}
AGENT_PREFIX, AGENT_SUFFIX = "A2A_", "_URL"
"""`A2A_TOESLAGEN_URL` is where the agent `toeslagen` lives."""


def load(flags: Mapping[str, Any], env: Mapping[str, str] | None = None, folder: Path | None = None) -> Config:
    """The configuration of this process. ConfigError names the file or variable that can't be used."""
    env = os.environ if env is None else env
    path = Path(env.get("LOKET_CONFIG") or (folder or Path()) / FILE)
    raw = {**_from_file(path, required="LOKET_CONFIG" in env), **_from_env(env)}
    raw |= {name: value for name, value in flags.items() if value is not None}
    try:
        return Config.model_validate(raw)
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        name = ".".join(str(part) for part in wrong["loc"])
        raise ConfigError("bad_config", f"The setting {name} can't be used: {wrong['msg']}.") from None


def bundles(config: Config) -> list[str]:
    """The packages of assistants to load, as `module:function`."""
    return list(config.assistants) or [point.value for point in entry_points(group=GROUP)]


def _from_file(path: Path, required: bool) -> dict[str, Any]:
    if not path.is_file():
        if required:
            raise ConfigError("bad_config", f"There is no file {path}.")
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError("bad_config", f"{path} can't be read: {error}") from error


def _from_env(env: Mapping[str, str]) -> dict[str, Any]:
    raw: dict[str, Any] = {field: env[name] for name, field in VARIABLES.items() if env.get(name)}
    raw |= {
        field: [part.strip() for part in env[name].split(",") if part.strip()]
        for name, field in LISTS.items()
        if env.get(name)
    }
    agents = {
        name.removeprefix(AGENT_PREFIX).removesuffix(AGENT_SUFFIX).lower(): url
        for name, url in env.items()
        if name.startswith(AGENT_PREFIX) and name.endswith(AGENT_SUFFIX) and url
    }
    if agents:
        raw["agents"] = agents
    if env.get("LOKET_TOKENS"):
        pairs = [pair.partition(":") for pair in env["LOKET_TOKENS"].split(",") if pair.strip()]
        if any(not owner.strip() or not token.strip() for owner, _, token in pairs):
            raise ConfigError("bad_config", "LOKET_TOKENS must look like owner:token,owner:token.")
        raw["tokens"] = {owner.strip(): token.strip() for owner, _, token in pairs}
    return raw
