"""The store of many machines: the same ports as on SQLite, on the replicated log of NATS JetStream (2.12 or later).

`JetStore.open(Servers.of("nats://a,b,c"), node="n1")` gives a core.ports.Store. What `append` takes in one turn of the
event loop is one atomic batch; each conversation in it is one more message (a frame) on its own subject, published with
the sequence that its last message is expected to have. So whoever lost its place is refused, whatever it believes:

- Every frame names the node that wrote it. `await store.holder(conversation)` says which that was; None: there is none.
- `await store.claim(conversation)` appends a frame without records in the name of this node and returns the last seq.
  From then on every append of another node that had its place is refused.
- A refused `append` fails with `Moved` (another node wrote after us; nothing of it was stored, and
  the place is forgotten: fold the log anew), `not_next` or `key_used` as on SQLite, or `Gone`. `Unavailable` of code
  `no_quorum`: the servers did not answer in time. Whether it was stored is not known then; fold the log anew.
- Opened with `shared`, nothing is appended to what another node wrote last before `claim`. Without, a first append
  takes a conversation over if its records follow the last one.
- `store.link.connection` is the connection of nats-py, for what is told and not stored.

No other module knows of nats-py, and none imports this package unless the store is chosen.
"""

from loket.stores.jetstream.health import examine
from loket.stores.jetstream.parts import addresses
from loket.stores.jetstream.servers import Servers
from loket.stores.jetstream.store import JetStore

__all__ = ["JetStore", "Servers", "addresses", "examine"]
