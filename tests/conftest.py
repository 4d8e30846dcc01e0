"""Rules for every test: asyncio only, no name but localhost is resolved, and failing examples can be replayed."""

import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.tries import COMMIT, EXAMPLES

pytest_plugins = ("tests.browser", "tests.nats", "tests.order")

SLOW = [HealthCheck.too_slow]
for lane, examples in EXAMPLES.items():
    settings.register_profile(lane, max_examples=examples, deadline=None, print_blob=True, suppress_health_check=SLOW)
settings.load_profile(COMMIT)


# No test asks a machine that others vouch for, and to read all who do takes as long as to start a server.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that runs the tests in the background ignores Ctrl-C for them, and so would every server they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--screenshots",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="keep what the browser tests photograph; without it nothing is written",
    )


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Loket runs on asyncio; a backend for the session lets a browser outlive one test."""
    return "asyncio", {"use_uvloop": False}


@pytest.fixture
def forgetful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of Python files; this process forgets which of them it imported."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name, module in [*sys.modules.items()]:
        if (file := getattr(module, "__file__", None)) and Path(file).is_relative_to(tmp_path):
            del sys.modules[name]


@pytest.fixture(autouse=True, scope="session")
def no_names_but_localhost() -> Iterator[None]:
    """A test that asks a name server is a test that needs the internet."""
    ask = socket.getaddrinfo

    def localhost_only(host: Any, *rest: Any, **more: Any) -> Any:
        if not is_local(host):
            raise socket.gaierror(socket.EAI_NONAME, f"tests resolve no name but localhost, not {host!r}")
        return ask(host, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", localhost_only)
        yield


def is_local(host: str | bytes | None) -> bool:
    """Localhost, this machine's wildcard, and addresses, which need no name server."""
    name = host.decode() if isinstance(host, bytes) else host
    if not name or name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
