"""Regular expressions from outside, limited so that matching one can never take long.

Allowed: letters, classes, `\\d \\w \\s`, `.`, groups and choices, and quantifiers on a single sign. A group with a
quantifier, a backreference, a look-around, or more than two open quantifiers can blow up, and is refused."""

import re

LONGEST_PATTERN, LONGEST_VALUE, MOST_OPEN = 200, 500, 2

_NOTHING_TO_REPEAT = frozenset({"", "(", "(?:", ")", "|", "^"})

_sign = re.compile(
    r"\\[dDwWsSbB.\-+*?()\[\]{}^$|/\\]|\[\^?(?:\\.|[^\]\\])+\]|\((?:\?:)?|\)|\{[0-9]{1,3}(?:,[0-9]{0,3})?\}|[*+?]|[^\\\[\](){}*+?]"
)


def compile_safe(pattern: str) -> re.Pattern[str] | None:
    """The pattern, or None when it is too long, wrong, or could take long to match."""
    if len(pattern) > LONGEST_PATTERN or not _is_simple(pattern):
        return None
    try:
        return re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return None


def matches(pattern: re.Pattern[str], value: str) -> bool:
    """Does the whole value fit? A value longer than 500 characters never does."""
    return len(value) <= LONGEST_VALUE and pattern.fullmatch(value) is not None


def _is_simple(pattern: str) -> bool:
    signs = _sign.findall(pattern)
    if "".join(signs) != pattern:
        return False
    open_ended, before = 0, ""
    for sign in signs:
        if _repeats(sign):
            if before in _NOTHING_TO_REPEAT or _repeats(before):
                return False
            open_ended += sign in {"*", "+"} or _is_wide(sign)
        before = sign
    return open_ended <= MOST_OPEN


def _repeats(sign: str) -> bool:
    return sign in {"*", "+", "?"} or sign.startswith("{")


def _is_wide(braces: str) -> bool:
    """`{2,}` and `{1,400}` count as open; `{4}` and `{0,3}` do not."""
    if not braces.startswith("{"):
        return False
    low, comma, high = braces[1:-1].partition(",")
    return bool(comma) and (not high or int(high) - int(low) > 8)
