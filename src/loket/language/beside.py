"""Whether a message asks for something else than what the likeliest skill gives: words that are lent from another thing
sound like one."""

from loket.language.evidence import Evidence

LISTED = frozenset(["choice"])
"""Kinds of slots whose values are listed: they may be what is asked for (`a wisdom tooth`)."""


def beside(one: Evidence) -> bool:
    """Whether nothing but what is lent from its kin speaks for a skill. What changes something is meant by a word of
    its own, by its deed or by a value that is more than words."""
    if one.profile.skill.writes:
        return not (one.words or one.acts or one.placed())
    return bool(one.known) and not (one.own or one.gives or one.filled.slots or one.placed(LISTED))
