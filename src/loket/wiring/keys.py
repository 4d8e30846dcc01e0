"""The key of a data folder, with which this server seals and makes what it tells to nobody else."""

import hashlib
import secrets

from loket.config import Config

KEY_FILE = "webhooks.key"
KEY_BYTES = 32


def server_key(config: Config) -> bytes:
    """What webhooks need, those of others and our own, and links to files; made once, readable by its owner only."""
    if config.node_key is not None:  # what one node has made, another one is asked for
        return hashlib.sha256(b"server " + config.node_key.get_secret_value().encode()).digest()
    path = config.data / KEY_FILE
    if path.is_file() and len(kept := path.read_bytes()) == KEY_BYTES:
        return kept
    key = secrets.token_bytes(KEY_BYTES)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(key)
    return key
