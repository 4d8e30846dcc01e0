"""The configuration: later sources win, and what can't be used is named with what was expected."""

import re
from pathlib import Path

import pytest

from loket.config import FILE, LIMITS, LISTS, TOKENS, VARIABLES, Config, bundles, load
from loket.core.errors import ConfigError
from loket.core.limits import UNLIMITED, Limits
from loket.models.configured import gemini_of

DOCS = Path(__file__).parent.parent / "docs" / "configuration.md"
EXAMPLE = Path(__file__).parent.parent / ".env.example"
TOKEN = "a-token-of-20-letters"
GEMINI = ("GEMINI_API_KEY", "GEMINI_MODEL", "GEMINI_API_VERSION", "GEMINI_BASE_URL", "GEMINI_MAX_TOKENS")
NAMES = (
    *VARIABLES,
    *LISTS,
    TOKENS,
    LIMITS,
    *GEMINI,
    "GEMINI_TEMPERATURE",
    "MIN_GEMINI_WORDS",
    "LOKET_MODEL",
    "LOKET_TAPE",
    "LOKET_TAPES",
    "LOKET_CONFIG",
    "LOKET_TOKEN",
)


def test_later_sources_win(tmp_path: Path) -> None:
    assert load({}, {}, tmp_path).port == 10002
    (tmp_path / "loket.toml").write_text('port = 1001\npace = "demo"\n[parts]\ntoeslagen = "http://a.example/"\n')
    assert load({}, {}, tmp_path).port == 1001
    assert load({}, {"ORCH_PORT": "1002"}, tmp_path).port == 1002
    config = load({"port": 1003, "host": None}, {"ORCH_PORT": "1002"}, tmp_path)
    assert (config.port, config.pace, config.host) == (1003, "demo", "127.0.0.1")
    assert config.parts == {"toeslagen": "http://a.example/"}
    assert load({}, {"LOKET_CONFIG": str(tmp_path / "loket.toml")}).port == 1001


def test_every_variable_has_its_effect(tmp_path: Path) -> None:
    env = {
        "LOKET_HOST": "::1",
        "ORCH_PORT": "1",
        "WEB_PORT": "2",
        "LOKET_DATA": "d",
        "LOKET_PACE": "demo",
        "LOKET_STORE": "nats://u:p@a,b,c",
        "LOKET_API": "http://localhost:1",
        "LOKET_HOSTS": "a.example, b.example",
        "LOKET_ALLOW_PRIVATE": "10.0.0.1",
        "LOKET_ASSISTANTS": "a.b:c",
        "LOKET_TOKENS": f"anna:{TOKEN},bert:{TOKEN}:x",
        "MCP_SSE_URL": "http://127.0.0.1:8000/sse",
        "A2A_TOESLAGEN_URL": "http://localhost:8010/",
        "A2A_GENUI_URL": "http://localhost:8030/",
    }
    config = load({}, env, tmp_path)
    assert (config.host, config.port, config.web_port, config.data, config.pace) == ("::1", 1, 2, Path("d"), "demo")
    assert config.hosts == ("a.example", "b.example") and config.address == "http://a.example:1"
    assert config.allow_private == ("10.0.0.1",) and bundles(config) == ["a.b:c"]
    assert {owner: token.get_secret_value() for owner, token in config.tokens.items()} == {
        "anna": TOKEN,
        "bert": f"{TOKEN}:x",
    }
    assert config.store is not None and config.store.get_secret_value() == env["LOKET_STORE"]
    assert config.tools_url == env["MCP_SSE_URL"] and config.api == env["LOKET_API"]
    assert config.parts == {"toeslagen": "http://localhost:8010/", "genui": "http://localhost:8030/"}
    assert "http://localhost:2" in config.origins and "http://127.0.0.1:1" in config.origins
    assert load({}, {"LOKET_ORIGINS": "https://a.example"}, tmp_path).origins == ("https://a.example",)
    assert load({"host": "::1"}, {}, tmp_path).address == "http://[::1]:10002"


def test_the_shell_and_the_orchestrator_of_the_mission_may_use_each_part_and_only_those() -> None:
    assert _of(5173, 10002, 8010) == set(Config(only="overheid.toeslagen", port=8010).origins)
    assert _of(1, 2) == set(Config(port=1, web_port=2).origins)
    assert _of(1) == set(Config(port=1).origins), "whoever has another port of this machine is somebody else"


def _of(*ports: int) -> set[str]:
    return {f"http://{name}:{port}" for name in ("localhost", "127.0.0.1") for port in ports}


def test_an_empty_variable_is_none(tmp_path: Path) -> None:
    assert load({}, dict.fromkeys(NAMES, ""), tmp_path) == Config()


@pytest.mark.parametrize(
    ("env", "named", "expected"),
    [
        ({"ORCH_PORT": "http"}, "ORCH_PORT", "a whole number from 0 to 65535"),
        ({"ORCH_PORT": "70000"}, "ORCH_PORT", "a whole number from 0 to 65535"),
        ({"WEB_PORT": "-1"}, "WEB_PORT", "a whole number from 0 to 65535"),
        ({"LOKET_PACE": "fast"}, "LOKET_PACE", "demo or live"),
        ({"MCP_SSE_URL": "localhost:8000"}, "MCP_SSE_URL", "an address like"),
        ({"A2A_TOESLAGEN_URL": "ftp://x"}, "A2A_TOESLAGEN_URL", "an address like"),
        ({"LOKET_API": "x"}, "LOKET_API", "an address like"),
        ({"LOKET_HOSTS": "https://a.example"}, "LOKET_HOSTS", "names without scheme"),
        ({"LOKET_ORIGINS": "a.example"}, "LOKET_ORIGINS", "origins like"),
        ({"LOKET_ORIGINS": "https://a.example/path"}, "LOKET_ORIGINS", "origins like"),
        ({"LOKET_ASSISTANTS": "overheid"}, "LOKET_ASSISTANTS", "package.module:name"),
        ({"LOKET_TOKENS": "secretsecretsecret"}, "LOKET_TOKENS", "owner:token pairs"),
        ({"LOKET_TOKENS": "anna:hunter2"}, "LOKET_TOKENS", "at least 16 characters"),
        ({"LOKET_TOKENS": "anna:secretsecretsecret,bert:secretsecretsecret"}, "LOKET_TOKENS", "no token twice"),
        ({"LOKET_TOKENS": "anna:secretsecretsecret,anna:otherothersecret"}, "LOKET_TOKENS", "one for each owner"),
        ({"LOKET_CONFIG": "/nowhere/loket.toml"}, "LOKET_CONFIG", "no file /nowhere/loket.toml"),
    ],
)
def test_a_wrong_variable_is_named_with_what_was_expected(
    tmp_path: Path, env: dict[str, str], named: str, expected: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        load({}, env, tmp_path)
    assert refused.value.code == "bad_config"
    assert refused.value.text.startswith(f"{named} can't be used") and expected in refused.value.text
    for secret in ("hunter2", "secretsecretsecret"):
        assert secret not in refused.value.text


def test_a_wrong_flag_is_named_as_a_flag(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^bad_config: --tools-url can't be used"):
        load({"tools_url": "x"}, {}, tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = ", "can't be read"),
        ("prot = 1", "There is no setting prot in"),
        ('port = "many"', "port in"),
        ("[parts]\ntoeslagen = 1", "parts.toeslagen in"),
    ],
)
def test_a_wrong_file_is_named_with_what_is_wrong_in_it(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "loket.toml").write_text(text)
    with pytest.raises(ConfigError) as refused:
        load({}, {}, tmp_path)
    assert said in refused.value.text and "loket.toml" in refused.value.text


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "loket.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"loket\.toml can't be read"):
        load({}, {}, tmp_path)


def test_every_variable_is_documented_and_in_the_example() -> None:
    docs, example = DOCS.read_text("utf-8"), EXAMPLE.read_text("utf-8")
    agents = ("A2A_TOESLAGEN_URL", "A2A_BEZWAAR_URL", "A2A_GENUI_URL")
    docs += (DOCS.parent / "overheid.md").read_text("utf-8")
    for name in (*NAMES, *agents):
        assert f"`{name}`" in docs, name
        assert re.search(rf"^#? ?{name}=", example, re.MULTILINE), name


def test_the_example_can_be_used_as_it_is(tmp_path: Path) -> None:
    lines = [line.removeprefix("# ") for line in EXAMPLE.read_text("utf-8").splitlines() if "=" in line]
    env = dict(line.split("=", 1) for line in lines if re.match(r"[A-Z_]+=", line))
    env.pop("LOKET_CONFIG")
    assert load({}, env, tmp_path).port == 10002
    assert gemini_of(env) is not None


def test_the_example_file_in_the_docs_can_be_used_as_it_is(tmp_path: Path) -> None:
    [text] = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    (tmp_path / "loket.toml").write_text(text)
    assert load({}, {}, tmp_path).tokens.keys() == {"anna", "bert"}


def test_limits_come_from_the_file_or_the_environment(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("[limits]\nrequests = 5\n")
    assert load({}, {}, tmp_path).limits_of_owners == Limits(requests=5)
    env = {"LOKET_LIMITS": "requests=50, megabytes=0.5"}
    assert load({}, env, tmp_path).limits_of_owners == Limits(requests=50, megabytes=0.5)
    assert load({}, {}).limits_of_owners == UNLIMITED
    assert load({}, {"LOKET_TOKENS": f"anna:{'a' * 16}"}).limits_of_owners == Limits()
    for wrong in ("requests=many", "requests=-1", "speed=3"):
        with pytest.raises(ConfigError, match=r"LOKET_LIMITS"):
            load({}, {"LOKET_LIMITS": wrong})


def test_the_shell_alone_talks_with_the_server_of_a_set_up_and_never_with_itself() -> None:
    assert load({"only": "shell", "port": 5173}, {}).server_of_shell == "http://localhost:10002"
    assert load({"only": "shell"}, {"LOKET_API": "https://loket.example"}).server_of_shell == "https://loket.example"
    with pytest.raises(ConfigError, match="choose one with --port, or name it with --api"):
        assert load({"only": "shell"}, {}).server_of_shell
