"""What is done to the machines: each fault begins, lasts, and is undone by `Machines.heal`."""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random

from loket.engine.nodes import DEAD_SECONDS
from tests.cluster.machines import NODES, SERVERS, Machines
from tests.cluster.packets import Weather
from tests.cluster.places import PLACES

LONG = DEAD_SECONDS + 1.5
"""Longer than anybody waits before he takes a silent node for dead."""
REACH_SECONDS = 10.0
"""So long a node may take to come to its place; places of takeovers need a death first."""
TRIES = 4


@dataclass
class Done:
    """What a fault did: when which life of a node was killed, and when the leader, by this machine's clock. `reached`:
    whether a node came to the place it was to stop at."""

    node_killed: tuple[float, str] | None = None
    leader_lost: float | None = None
    reached: bool = True


Fault = Callable[[Machines, Random], Awaitable[Done]]


async def kill_node(machines: Machines, chance: Random) -> Done:
    number = chance.choice(NODES)
    at, life = time.time(), (machines.all[number].folder / "life").read_text()
    await machines.kill(number)
    await asyncio.sleep(LONG)
    return Done(node_killed=(at, life))


async def kill_server(machines: Machines, chance: Random) -> Done:
    leader = await machines.leader()
    await machines.kill(chance.choice([number for number in SERVERS if number != leader]))
    await asyncio.sleep(chance.uniform(1, 4))
    return Done()


async def kill_leader(machines: Machines, chance: Random) -> Done:
    leader = await machines.leader()
    at = time.time()
    await machines.kill(leader)
    await asyncio.sleep(chance.uniform(8, 12))
    return Done(leader_lost=at)


async def kill_two_servers(machines: Machines, chance: Random) -> Done:
    for number in chance.sample(SERVERS, 2):
        await machines.kill(number)
    await asyncio.sleep(chance.uniform(2, 5))
    return Done()


async def pause_node(machines: Machines, chance: Random) -> Done:
    machine = machines.all[chance.choice(NODES)]
    machine.send(signal.SIGSTOP)
    await asyncio.sleep(chance.uniform(1, 2) * LONG)
    machine.send(signal.SIGCONT)
    await asyncio.sleep(1)
    return Done()


async def pause_leader(machines: Machines, chance: Random) -> Done:
    machine = machines.all[await machines.leader()]
    machine.send(signal.SIGSTOP)
    await asyncio.sleep(chance.uniform(3, 8))
    machine.send(signal.SIGCONT)
    return Done()


async def slow_server(machines: Machines, chance: Random) -> Done:
    machine = machines.all[chance.choice(SERVERS)]
    for _ in range(12):
        machine.send(signal.SIGSTOP)
        await asyncio.sleep(chance.uniform(0.1, 0.6))
        machine.send(signal.SIGCONT)
        await asyncio.sleep(0.1)
    return Done()


async def at_place(place: str, sign: signal.Signals, machines: Machines, chance: Random) -> Done:
    """The node that has most of the talks stops itself for longer than its lease, or dies, at this place. Those of a
    takeover come when that one has died, at whichever of the other two takes over. Once more when all that it had was
    over before anybody took it."""
    for _ in range(TRIES):
        busy = await machines.busiest(chance)
        takeover = place.endswith("-claim")
        victims = [node for node in NODES if node != busy] if takeover else [busy]
        folders = [machines.all[victim].folder for victim in victims]
        for folder in folders:
            (folder / "place").write_text(f"{place} {int(sign)}")
        if takeover:
            await machines.kill(busy)
        if await _one_reached(folders):
            await asyncio.sleep(chance.uniform(1, 1.5) * LONG)
            for victim in victims:
                machines.all[victim].send(signal.SIGCONT)
            await asyncio.sleep(1)
            return Done()
        await machines.heal()
    return Done(reached=False)


async def _one_reached(folders: Sequence[Path]) -> bool:
    until = time.monotonic() + REACH_SECONDS
    while time.monotonic() < until:
        if any((folder / "reached").exists() for folder in folders):
            return True
        await asyncio.sleep(0.02)
    return False


async def cut_node(machines: Machines, chance: Random) -> Done:
    number = chance.choice(NODES)
    for other in (*SERVERS, *NODES):
        if other != number:
            machines.network.cut(number, other)
            machines.network.cut(other, number)
    await asyncio.sleep(chance.uniform(1, 2) * LONG)
    return Done()


async def half_cut_node(machines: Machines, chance: Random) -> Done:
    """What it sends arrives nowhere, or what is sent to it does not, but the other way all is well."""
    number, sends = chance.choice(NODES), chance.random() < 0.5
    for other in SERVERS:
        machines.network.cut(*((number, other) if sends else (other, number)))
    await asyncio.sleep(chance.uniform(1, 2) * LONG)
    return Done()


async def cut_nodes(machines: Machines, chance: Random) -> Done:
    one, other = chance.sample(NODES, 2)
    machines.network.cut(one, other)
    machines.network.cut(other, one)
    await asyncio.sleep(LONG)
    return Done()


async def cut_server(machines: Machines, chance: Random) -> Done:
    """A server is alone; the nodes still reach it."""
    number = await machines.leader() if chance.random() < 0.7 else chance.choice(SERVERS)
    for other in SERVERS:
        if other != number:
            machines.network.cut(number, other)
            machines.network.cut(other, number)
    await asyncio.sleep(chance.uniform(4, 14))
    return Done()


async def cut_link(machines: Machines, chance: Random) -> Done:
    """One node and one server lose each other."""
    node, server = chance.choice(NODES), chance.choice(SERVERS)
    machines.network.cut(node, server)
    machines.network.cut(server, node)
    await asyncio.sleep(chance.uniform(1, 2) * LONG)
    return Done()


async def bad_lines(what: str, machines: Machines, chance: Random) -> Done:
    """Packets come late, twice, in another order, some not at all: from and to a node or a server, or between all
    servers."""
    every = (*SERVERS, *NODES)
    one = chance.choice(NODES) if what == "node" else await machines.leader()
    pairs = permutations(SERVERS, 2) if what == "servers" else ((one, other) for other in every if other != one)
    weather = Weather.of(chance)
    for sender, receiver in pairs:
        machines.network.worsen(sender, receiver, weather, chance)
        machines.network.worsen(receiver, sender, weather, chance)
    await asyncio.sleep(chance.uniform(1, 3) * LONG)
    return Done()


async def full_disk(count: int, machines: Machines, chance: Random) -> Done:
    """Nothing more can be written by so many servers; the leader is one of them."""
    leader = await machines.leader()
    others = chance.sample([number for number in SERVERS if number != leader], count - 1)
    await asyncio.gather(*(asyncio.to_thread(_fill, machines.all[n].folder / "full") for n in (leader, *others)))
    await asyncio.sleep(chance.uniform(2, 5))
    return Done()


def _fill(file: Path) -> None:
    with suppress(OSError), file.open("wb", buffering=0) as full:
        for size in (1 << 20, 1 << 12):
            with suppress(OSError):
                while full.write(bytes(size)) == size:
                    pass


async def jump(machines: Machines, chance: Random) -> Done:
    """The clock of a node is suddenly minutes or hours off."""
    machine = machines.all[chance.choice(NODES)]
    (machine.folder / "clock").write_text(str(chance.choice([-11000, -300, -30, 30, 300, 11000])))
    (machine.folder / "jumped").touch()
    machine.send(signal.SIGUSR1)
    await asyncio.sleep(LONG)
    return Done()


async def mixed(machines: Machines, chance: Random) -> Done:
    """Two of the others, one soon after the other."""
    first, second = chance.sample([name for name in KINDS if name != "mixed"], 2)

    async def later() -> Done:
        await asyncio.sleep(chance.uniform(0, 3))
        return await KINDS[second](machines, chance)

    done = await asyncio.gather(KINDS[first](machines, chance), later())
    return Done(reached=all(one.reached for one in done))


KINDS: Mapping[str, Fault] = {
    "kill-node": kill_node,
    "kill-server": kill_server,
    "kill-leader": kill_leader,
    "kill-two-servers": kill_two_servers,
    "pause-node": pause_node,
    **{f"pause-{place}": partial(at_place, place, signal.SIGSTOP) for place in PLACES},
    **{f"kill-{place}": partial(at_place, place, signal.SIGKILL) for place in PLACES},
    "pause-leader": pause_leader,
    "slow-server": slow_server,
    "cut-node": cut_node,
    "half-cut-node": half_cut_node,
    "cut-nodes": cut_nodes,
    "cut-server": cut_server,
    "cut-link": cut_link,
    **{f"bad-lines-{what}": partial(bad_lines, what) for what in ("node", "server", "servers")},
    "full-disk": partial(full_disk, 1),
    "full-disks": partial(full_disk, 2),
    "clock": jump,
    "mixed": mixed,
}
