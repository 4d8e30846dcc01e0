"""A Loket server as a child process on a free port of 127.0.0.1, for as long as a measurement lasts."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
ANSWER_SECONDS = 30.0
STOP_SECONDS = 10.0
POLL_SECONDS = 0.005


class NotServed(Exception):
    """The server did not come up."""


def free_port() -> int:
    """A port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def asked(port: int, method: str, path: str, body: object = None) -> Any:
    """One request, its JSON answer. OSError when nobody listens."""
    connection = http.client.HTTPConnection(HOST, port, timeout=ANSWER_SECONDS)
    try:
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
    finally:
        connection.close()
    if answer.status >= 300:
        raise NotServed(f"{method} {path} was answered {answer.status}: {text[:200]!r}")
    return json.loads(text)


@contextmanager
def served(data: Path, store: str | None = None) -> Generator[tuple[int, float]]:
    """The port of a fresh server over this data folder, or as one node of those that share a store, and the seconds
    from its start to its first answer."""
    port = free_port()
    command = [sys.executable, "-m", "loket", "serve", "--port", str(port), "--data", str(data), "--pace", "live"]
    begun = time.perf_counter()
    env = os.environ if store is None else {**os.environ, "LOKET_STORE": store}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env) as server:
        try:
            yield port, until_answered(server, port, begun)
        finally:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()


def until_answered(server: subprocess.Popen[bytes], port: int, begun: float) -> float:
    """Waits for the first answer; the seconds since `begun`."""
    while time.perf_counter() - begun < ANSWER_SECONDS:
        if server.poll() is not None:
            errors = server.stderr.read() if server.stderr else b""
            raise NotServed(f"the server ended at once: {errors.decode()[-300:]}")
        try:
            asked(port, "GET", "/healthz")
        except OSError:
            time.sleep(POLL_SECONDS)
            continue
        return time.perf_counter() - begun
    raise NotServed(f"no answer within {ANSWER_SECONDS:g} s")
