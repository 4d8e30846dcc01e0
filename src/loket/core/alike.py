"""How alike two texts are, letter by letter: exact, and counted a whole column of the table at a time, in the bits of a
number (Hyyrö 2003 and 2004)."""


def slip_of(text: str, other: str, least: float) -> float:
    """How alike two words are when letters may be missing, added, changed or swapped with the next one (optimal string
    alignment): 1 when they are the same, 0 when it is less than `least`."""
    length = max(len(text), len(other))
    if not length:
        return 1.0
    # Each slip makes two letters at most that only one of the words has: most pairs are told apart by that.
    most = (1.0 - least) * length + 1e-9
    if abs(len(text) - len(other)) > most or len(set(text) ^ set(other)) > 2 * most:
        return 0.0
    alike = 1.0 - _slips(text, other) / length
    return alike if alike >= least else 0.0


def share_in_common(text: str, other: str) -> float:
    """The share, of 100, of the letters of two texts that stand in both in the same order."""
    length = len(text) + len(other)
    return 100 - 100 * _apart(text, other) / length if length else 100.0


def words_in_common(text: str, other: str) -> float:
    """The same for their words, of which neither the order nor how often they come counts, nor those that only the
    longer text has: 100 when one says all that the other says."""
    ours, theirs = set(text.split()), set(other.split())
    if not ours or not theirs:
        return 0.0
    both, left, right = (" ".join(sorted(words)) for words in (ours & theirs, ours - theirs, theirs - ours))
    if both and not (left and right):
        return 100.0
    first, second = (len(both) + bool(both) + len(rest) for rest in (left, right))
    best = 1 - _apart(left, right) / (first + second)
    for whole in (first, second) if both else ():
        best = max(best, 2 * len(both) / (len(both) + whole))
    return 100 * best


def _apart(text: str, other: str) -> int:
    """How many letters must be taken away from both, together, so that the same is left of each."""
    ones = (1 << len(text)) - 1
    places, rest = _places(text), ones
    for letter in other:
        hit = rest & places.get(letter, 0)
        rest = (rest + hit | rest - hit) & ones
    return len(text) + len(other) - 2 * (len(text) - rest.bit_count())


def _slips(text: str, other: str) -> int:
    """The least number of slips between two words."""
    if not text:
        return len(other)
    ones, top = (1 << len(text)) - 1, 1 << len(text) - 1
    places, slips = _places(text), len(text)
    up, down, level, before = ones, 0, 0, 0
    for letter in other:
        here = places.get(letter, 0)
        swapped = (~level & here) << 1 & before
        level = ((here & up) + up ^ up | here | down | swapped) & ones
        right, left = (down | ~(level | up)) & ones, level & up
        slips += bool(right & top) - bool(left & top)
        right = right << 1 | 1
        up, down = (left << 1 | ~(level | right)) & ones, right & level
        before = here
    return slips


def _places(text: str) -> dict[str, int]:
    places: dict[str, int] = {}
    for at, letter in enumerate(text):
        places[letter] = places.get(letter, 0) | 1 << at
    return places
