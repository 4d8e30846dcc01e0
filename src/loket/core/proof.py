"""A proof that somebody knows a key, which may stand in a log: it holds for one conversation and tells no key."""

import hashlib
import hmac


def proof_of(key: str, conversation: str) -> str:
    """What a door notes in place of a key it was shown."""
    return hmac.new(conversation.encode(), key.encode(), hashlib.sha256).hexdigest()


def proves(proof: str, key: str, conversation: str) -> bool:
    """Whether the proof was made of this key, in the time it takes for every wrong one."""
    return hmac.compare_digest(proof.encode(errors="replace"), proof_of(key, conversation).encode())
