"""Whether servers can be trusted with logs: what `loket doctor` says of them."""

import time
from datetime import UTC, datetime
from typing import Literal

from loket.core.errors import LoketError
from loket.stores.jetstream.layout import check_layout
from loket.stores.jetstream.link import Link
from loket.stores.jetstream.servers import Servers
from loket.stores.jetstream.stream import OPTIONS, Stream
from loket.stores.jetstream.subjects import Subjects

Verdict = Literal["ok", "note", "wrong"]
SKEW_SECONDS = 2.0
"""Notes end by the clock of the node that looks: a code for signing in would last so much longer or shorter."""
_PATIENCE = 3.0
_SYNC = (
    "NATS writes to the disk every two minutes unless its configuration says `sync_interval: always` under `jetstream`;"
    " until then records can be lost when machines lose power (jepsen.io/analyses/nats-2.12.1). It can't be read from"
    " here: look at the configuration of each server"
)


async def examine(servers: Servers) -> list[tuple[Verdict, str]]:
    """One line a finding; makes and changes nothing."""
    try:
        link = await Link.open(servers, _PATIENCE)
    except LoketError as error:
        return [("wrong", error.text)]
    try:
        await link.probe()
        version = link.connection.connected_server_version
        number = f"{version.major}.{version.minor}.{version.patch}"
        findings: list[tuple[Verdict, str]] = [("ok", f"NATS {number} answers at {servers.shown}")]
        for name in (f"{servers.prefix}-log", f"{servers.prefix}-files"):
            findings += await _stream(link, name)
        subjects = Subjects(servers.prefix)
        await check_layout(Stream(link, f"{servers.prefix}-log", "", subjects.version), subjects)
        return [*findings, ("note", _SYNC)]
    except LoketError as error:
        return [("wrong", error.text)]
    finally:
        await link.close()


async def _stream(link: Link, name: str) -> list[tuple[Verdict, str]]:
    asked = time.time()
    answer = await link.api(f"STREAM.INFO.{name}", {})
    if answer.get("error", {}).get("code") == 404:
        return [("ok", f"no stream {name} yet: the first start makes it with {link.servers.replicas} copies")]
    if "config" not in answer:
        return [("wrong", f"stream {name}: {answer.get('error', {}).get('description')}")]
    copies, wanted = answer["config"]["num_replicas"], link.servers.replicas
    behind = [one["name"] for one in answer.get("cluster", {}).get("replicas", ()) if not one.get("current")]
    state = f"stream {name} has {answer['state']['messages']} messages in {copies} copies"
    findings: list[tuple[Verdict, str]] = [("ok", state)]
    if copies < wanted:
        change = f"nats stream edit {name} --replicas={wanted}"
        findings = [("wrong", f"{state}, and LOKET_STORE wants {wanted}: `{change}`")]
    elif copies == 1:
        findings = [("note", f"{state}: what that one server loses is lost; name three servers in LOKET_STORE")]
    if behind:
        findings.append(("wrong", f"stream {name}: {', '.join(behind)} is away or behind; another loss stops writing"))
    missing = [option for option in OPTIONS if not answer["config"].get(option)]
    if missing:
        findings.append(("wrong", f"stream {name} was made without {', '.join(missing)}: `nats stream edit {name}`"))
    there = datetime.fromisoformat(answer["ts"][:19]).replace(tzinfo=UTC).timestamp()
    skew = max(there - time.time(), asked - 1 - there, 0.0)
    if skew > SKEW_SECONDS:
        findings.append(("wrong", f"the clocks of this machine and the server of {name} differ by {skew:.0f} s"))
    return findings
