"""What a message says against a condition of an allowance: an insurance in another country, a room and no home,
a parent who does not work."""

from loket.core.data import JsonObject
from loket.language.message import Message
from loket.language.standards import every, spoken_of
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places
from loket_demos.overheid.reading.work import work_of

HERE = "NL"
HOME = "zelfstandig"
INSURED = "verzekerd"
WORK = "werk"
BENEFIT = "kinderbijslag"


def conditions_doubted(message: Message) -> JsonObject:
    """Whether there is a Dutch insurance, a home of one's own and work, where that is said; and which conditions are
    to be asked about."""
    words, works = plain(message.text), work_of(message)
    insured, shared = _insured(message), _shares(message)
    asked = [INSURED] if insured is None and (_abroad(message) or _insured_there(message)) else []
    asked += [HOME] if not shared and any_found(field_words().kamer, words) else []
    asked += [WORK] if works == "doubtful" else []
    found: JsonObject = {} if insured is None else {INSURED: insured}
    found |= {HOME: False} if shared else {}
    found |= {} if (benefit := _has_benefit(message)) is None else {BENEFIT: benefit}
    found |= {WORK: works} if isinstance(works, bool) else {}
    return {**found, "na_te_vragen": asked} if asked else found


def _has_benefit(message: Message) -> bool | None:
    """Whether the speaker gets the benefit of the state for the children, by the clause that names it."""
    clauses, known = Clauses.of(message), field_words()
    for at in places(message, known.kinderbijslag):
        here = clauses.words(clauses.number(at))
        if any(message.folds[one] in message.tongue.negation for one in here) or set(places(message, known.ex)) & set(
            here
        ):
            return False
        if clauses.whose(at) in ("own", "joint"):
            return True
    return None


def _shares(message: Message) -> bool:
    """Whether what makes a home one's own (a front door, a kitchen, a toilet) is said to be shared."""
    clauses, known = Clauses.of(message), field_words()
    sharing = {clauses.number(at) for at in places(message, known.delen)}
    return any(sharing & {clauses.number(at), clauses.number(at) + 1} for at in places(message, known.voorzieningen))


def _abroad(message: Message) -> list[int]:
    """Where another country is named; letters that stand for an office are none."""
    countries = every("territory")
    named = [one for one in spoken_of(message, countries, "nl") if countries.codes[one.index] != HERE]
    here = [one.start for one in named if not message.words[one.start].text.isupper()]
    return [*here, *places(message, ("buitenland*",))]


def _insured_there(message: Message) -> bool:
    """Whether somebody is insured in a place that was told before, which may be in another country."""
    clauses, there = Clauses.of(message), set(places(message, ("daar",)))
    return any(there & set(clauses.words(clauses.number(at))) for at in places(message, field_words().verzekering))


def _insured(message: Message) -> bool | None:
    """Where somebody is insured, by the clause that speaks of it; None when it does not say."""
    clauses, abroad = Clauses.of(message), _abroad(message)
    dutch = places(message, ("nederland", "nederlands", "nederlandse"))
    for at in places(message, field_words().verzekering):
        here = clauses.words(clauses.number(at))
        denied = any(message.folds[word] in message.tongue.negation for word in here)
        for country, holds in ((dutch, True), (abroad, False)):
            if any(word in here for word in country):
                return None if denied else holds
    return None
