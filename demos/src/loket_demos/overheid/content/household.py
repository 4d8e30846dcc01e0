"""What a person's words about their household mean: partner, others in the home, children, a change, a study."""

import re
from functools import cache, lru_cache

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.words import any_found, occurs, plain, without


class Housemates(DataRow):
    """Words for people who are no partner by themselves, and how many there are at least. `vanzelf`: the word says by
    itself that they live there."""

    woorden: tuple[str, ...]
    mensen: int
    vanzelf: bool = False


class PartnerRule(DataRow):
    """When somebody in the home is a partner for an allowance, for people who live with one or with another, or
    whose home changes."""

    bron: str
    huisgenoot: str
    partner: str
    verandert: str


class SituationWords(DataRow):
    mens: tuple[str, ...]
    geen_partner: tuple[str, ...]
    ex: tuple[str, ...]
    ex_hier: tuple[str, ...]
    partner: tuple[str, ...]
    overleden: tuple[str, ...]
    getrouwd: tuple[str, ...]
    straks: tuple[str, ...]
    stel_dat: tuple[str, ...]
    samen: tuple[str, ...]
    opgeteld: tuple[str, ...]
    met_zijn_tweeen: tuple[str, ...]
    woont: tuple[str, ...]
    huisgenoten: tuple[Housemates, ...]
    zelf_ouder: tuple[str, ...]
    geen_kinderen: tuple[str, ...]
    kinderen: tuple[str, ...]
    verandert: tuple[str, ...]
    student: tuple[str, ...]
    alleen: tuple[str, ...]
    regel: PartnerRule


class Household(DataRow):
    """`told`: whether anything was said of who lives there; without it nobody is a partner, but nobody said so.
    `former`: a former partner lives in the same home, who may be a partner for an allowance or not."""

    told: bool = False
    partner: bool = False
    married: bool = False
    housemates: int = 0
    children: bool = False
    changing: bool = False
    student: bool = False
    alone: bool = False
    former: bool = False


@cache
def situation_words() -> SituationWords:
    """The word lists, read once."""
    return read("situatie", SituationWords)


_ends = re.compile(r"[.!?;](?=\s|$)|\n")
_LIVES_ALONE = re.compile(
    r" (?:woon|leef) (?:ik )?(?:(?!niet )[^ ]+ )?alleen (?!met mijn (?:man|vrouw|vriend|vriendin|partner) )"
)
"""Who lives alone has no partner in the home, unmarried, whoever else is spoken of."""


def household(situatie: object) -> Household:
    """The household that `situatie` describes; what it does not say is False."""
    return _described(situatie[:2000]) if isinstance(situatie, str) else Household()


@lru_cache(maxsize=16)
def _described(situatie: str) -> Household:
    """The household; whatever is asked about one message describes few, and asks for each again and again."""
    lists = situation_words()
    situatie = _without_sums(situatie)
    said = plain(situatie)
    words = without(lists.geen_partner, _denied().sub("", said))
    alive = plain(_of_the_living(lists, situatie))
    living = without(lists.geen_partner, _denied().sub("", alive))
    married = any_found(lists.getrouwd, living)
    housemates = _housemates(lists, words)
    sure = married or (any_found(lists.partner, living) and not _LIVES_ALONE.search(living))
    widowed = not sure and any_found((*lists.getrouwd, *lists.partner), words)
    single = widowed or any_found(lists.alleen, words)
    soon = _is_soon(lists, situatie) and not any_found(lists.stel_dat, words)
    partner = sure or (not (housemates or single or soon) and any_found(lists.samen, words))
    alone = single and not partner
    return Household(
        told=partner or alone or housemates > 0 or words != said,
        partner=partner,
        married=married,
        housemates=housemates,
        children=any_found(lists.kinderen, words) and not any_found(lists.geen_kinderen, words),
        changing=any_found(lists.verandert, words),
        student=any_found(lists.student, words),
        alone=alone,
        former=_has_former(lists, situatie),
    )


def sums(text: str) -> list[int]:
    """Where `samen` in a text adds up what one person has, and speaks of nobody else."""
    if any_found(situation_words().met_zijn_tweeen, plain(text)):
        return []
    return [match.start("samen") for pattern in _summed() for match in pattern.finditer(text)]


def _without_sums(text: str) -> str:
    for start in sorted(sums(text), reverse=True):
        text = text[:start] + text[start + len("samen") :]
    return text


@cache
def _summed() -> tuple[re.Pattern[str], ...]:
    """`AOW en pensioen (zijn) samen 1900`, and `samen met een klein pensioen`."""
    things = rf"\w*(?:{'|'.join(situation_words().opgeteld)})"
    amount = r"(?:[^\W\d]+ |€ ?)?[0-9]"
    return (
        re.compile(rf"\b(?:{things}|is|zijn) (?P<samen>samen)(?= {amount})", re.I),
        re.compile(rf"\b(?P<samen>samen)(?= met (?:[\w'-]+ ){{0,3}}?{things}\b)", re.I),
    )


@cache
def _denied() -> re.Pattern[str]:
    """A partner whom somebody says not to have, in words made by `plain`: `geen nieuwe vriend`."""
    return re.compile(rf" (?:geen|zonder) (?:[^ ]{{2,20}}e )?(?:{'|'.join(situation_words().mens)})(?= )")


def _is_soon(lists: SituationWords, text: str) -> bool:
    """Whether one sentence says of living together that it is still to come: the child that *goes* to day care says
    nothing of it."""
    parts = [plain(part) for part in _ends.split(text)]
    return any(any_found(lists.straks, part) and any_found(lists.samen, part) for part in parts)


def _of_the_living(lists: SituationWords, text: str) -> str:
    """The text without the sentences that tell that somebody died."""
    return ".".join(part for part in text.split(".") if not any_found(lists.overleden, plain(part)))


def _has_former(lists: SituationWords, text: str) -> bool:
    """Whether one sentence says of a former partner to live in the same home."""
    parts = [plain(part) for part in re.split(r"[.!?;\n]", text)]
    return any(any_found(lists.ex, part) and any_found(lists.ex_hier, part) for part in parts)


def _housemates(lists: SituationWords, words: str) -> int:
    """Others in the home: only where somebody is said to live there."""
    lives, rest, found = any_found(lists.woont, words), without(lists.zelf_ouder, words), 0
    for group in lists.huisgenoten:
        if not (lives or group.vanzelf):
            continue
        here = [word for word in group.woorden if occurs(word, rest)]
        found += group.mensen * min(1, len(here)) if group.mensen > 1 else len(here)
        rest = without(tuple(here), rest)
    return found
