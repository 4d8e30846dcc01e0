"""A little network of Linux namespaces: every server and node is a host of its own behind one router, which is where
the harness is. Nothing of it leaves this machine, and it is gone with the process that made it."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import NoReturn

from tests.cluster.packets import DEVICE, BadLine, Weather
from tests.nursery import ROOT

HARNESS = "10.77.0.1"
INSIDE = "CLUSTER_INSIDE"
TABLE = "100"
"""Of routes: all of them over the bad line."""
APART = ("unshare", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child")
CLONE_NEWNET = 0x40000000


def enclose(module: str, *arguments: str) -> NoReturn:
    """Becomes `python -m` with these arguments in namespaces of users, mounts, processes and networks. Whatever it has
    started ends with it."""
    command = [*APART, sys.executable, "-X", "utf8", "-m", module, *arguments]
    os.chdir(ROOT)
    os.execvpe(command[0], command, {**os.environ, INSIDE: "yes"})


def allowed() -> bool:
    """Whether this machine lets us make such namespaces."""
    return subprocess.run([*APART, "ip", "link"], check=False, capture_output=True).returncode == 0


def enter(host: str) -> None:
    """Makes this process one of a host's. To be called before any thread is started."""
    space = os.open(f"/run/netns/{host}", os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).setns(space, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), f"{host} can't be entered")
    os.close(space)


def address(number: int) -> str:
    """Of the host with this number, from 1."""
    return f"10.77.{number}.2"


class Network:
    """Made inside `enclosed`. Hosts are told apart by their numbers."""

    def __init__(self, hosts: dict[int, str]) -> None:
        self.hosts = hosts
        self.line: BadLine | None = None
        self._cut: set[tuple[int, int]] = set()
        self._bad: set[tuple[int, int]] = set()
        _run("mount", "-t", "tmpfs", "run", "/run")
        _run("ip", "link", "set", "lo", "up")
        _run("ip", "addr", "add", f"{HARNESS}/32", "dev", "lo")
        Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
        for number, name in hosts.items():
            _run("ip", "netns", "add", name)
            _run("ip", "link", "add", f"v{number}", "type", "veth", "peer", "name", "eth0", "netns", name)
            _run("ip", "addr", "add", f"10.77.{number}.1/24", "dev", f"v{number}")
            _run("ip", "link", "set", f"v{number}", "up")
            _run("ip", "-n", name, "link", "set", "lo", "up")
            _run("ip", "-n", name, "addr", "add", f"{address(number)}/24", "dev", "eth0")
            _run("ip", "-n", name, "link", "set", "eth0", "up")
            _run("ip", "-n", name, "route", "add", "default", "via", f"10.77.{number}.1")

    def cut(self, sender: int, receiver: int) -> None:
        """What one sends to the other is lost on its way; the other direction is another cut."""
        if (sender, receiver) not in self._cut:
            self._cut.add((sender, receiver))
            self._rule("add", sender, receiver)

    def worsen(self, sender: int, receiver: int, weather: Weather, chance: Random) -> None:
        """What one sends to the other goes over the bad line; the other direction is another thing."""
        if self.line is None:
            self.line = BadLine()
            _run("ip", "link", "set", DEVICE, "up")
            _run("ip", "route", "add", "default", "dev", DEVICE, "table", TABLE)
        self.line.weather, self.line.chance = weather, chance
        if (sender, receiver) not in self._bad:
            self._bad.add((sender, receiver))
            self._lead("add", sender, receiver)

    def heal(self) -> None:
        """Whatever is sent arrives again, once and soon."""
        for sender, receiver in self._cut:
            self._rule("del", sender, receiver)
        for sender, receiver in self._bad:
            self._lead("del", sender, receiver)
        self._cut.clear()
        self._bad.clear()

    def _rule(self, what: str, sender: int, receiver: int) -> None:
        _run("ip", "rule", what, "pref", "100", "from", address(sender), "to", address(receiver), "blackhole")

    def _lead(self, what: str, sender: int, receiver: int) -> None:
        """What comes back from the line has another device that it came in by, and goes its way."""
        way = ("from", address(sender), "to", address(receiver), "iif", f"v{sender}", "lookup", TABLE)
        _run("ip", "rule", what, "pref", "200", *way)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
