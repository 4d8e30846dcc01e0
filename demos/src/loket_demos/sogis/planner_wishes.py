"""What one piece of a message asks for that is about maps and names, whatever stands beside it."""

from loket_demos.sogis.planner_concepts import VERBS
from loket_demos.sogis.planner_pieces import WordSpan
from loket_demos.sogis.planner_request import Request, Wish
from loket_demos.sogis.planner_topics import Chunk, all_known, chunks, within
from loket_demos.sogis.planner_words import small

SHORT = 4
"""Words of the name of a place."""
INTENTS: dict[str, Wish] = {"remove": "remove_layer", "hide": "hide_layer", "again": "show_layer"}


def act_of(piece: WordSpan) -> str:
    """What is to be done, by the strongest verb in a piece."""
    if "again" in piece.own_concepts and {"see", "load", "show"} & piece.own_concepts:
        return "again"
    if piece.away and {"hide", "except"} & piece.own_concepts:
        return "remove"
    if piece.subjects and not piece.name and not piece.mapped:
        # Nobody hides a house: the particle belongs to another verb.
        return next((one for one in ("load", "go", "see") if one in piece.own_concepts), "")
    # `show` is what a particle alone says: `Mach den Wald an`.
    return next((one.replace("show", "load") for one in (*VERBS, "show") if one in piece.own_concepts), "")


def name_requests(piece: WordSpan, act: str, carried: str) -> list[Request]:
    """What a name asks for; `carried` is what is to be done by the verb before when it has none."""
    little, parts = small(piece.reading.message.tongue.code), chunks(piece)
    if piece.wonders or not piece.proper or piece.greets:
        return []
    if not act and not piece.mapped and piece.begins in little.asking:
        return topics(piece) if all_known(parts) else []
    if carried in INTENTS:
        maps = [one.text for one in parts] if all(one.kind == "map" for one in parts) else [piece.name]
        return [about_map(carried, one) for one in maps]
    if carried == "load" or piece.mapped or piece.topical:
        return topics(piece)
    if "commune" in piece.own_concepts and not any(one.kind == "map" for one in parts):
        name = next((one.text for one in parts if one.kind == "place"), piece.name)
        return [Request(intent="search_place", q=regional(piece, name))]
    if all_known(parts):
        return [_either(parts[0])] if len(parts) == 1 else topics(piece)
    if piece.determined and carried in ("see", ""):
        return topics(piece, loose=True)
    named = piece.count <= SHORT and nameable(piece)
    return [Request(intent="search_place", q=piece.name, loose=True)] if named else []


def loaded(piece: WordSpan, act: str) -> list[Request]:
    """What is done with maps that are loaded; without a name it is about all of them."""
    if "mark" in piece.own_concepts and act in ("remove", "hide", "wipe"):
        return [Request(intent="remove_marker", q=piece.name[:300], all=not piece.name)]
    if "instead" in piece.own_concepts or "swap" in piece.own_concepts:
        return exchanged(piece)
    if act == "wipe":
        return [Request(intent="clear_map")]
    if piece.name:
        return name_requests(piece, act, act)
    noun = next(
        (one for one in ("parcel", "commune") if one in piece.own_concepts and "map" not in piece.own_concepts), ""
    )
    if noun:
        return [about_map(act, piece.word_of(noun))]
    if "all" in piece.own_concepts and act == "remove" and not piece.mapped:
        return [Request(intent="clear_map")]
    made = about_map(act, "").model_copy(update={"all": piece.mapped or "all" in piece.own_concepts})
    return [made] if piece.mapped or "all" in piece.own_concepts or piece.pointing else []


def exchanged(piece: WordSpan) -> list[Request]:
    """One map in place of another: `Wald statt Lärm`, `Tausche den Wald gegen den Lärm`. None when it is not plain
    which goes."""
    parts, words = chunks(piece), piece.reading.message.words
    little = small(piece.reading.message.tongue.code)
    if len(parts) != 2:
        return []
    between = range(parts[0].end, parts[1].start)
    instead = [at for at in range(piece.start, parts[1].start) if "instead" in piece.reading.concepts.get(at, ())]
    if not instead and not any(words[at].fold in little.against for at in between):
        return []
    gone, come = (parts[1], parts[0]) if instead and instead[0] >= parts[0].end else (parts[0], parts[1])
    return [about_map("remove", gone.text), Request(intent="load_layer", q=come.text[:300])]


def about_map(act: str, name: str) -> Request:
    """What is done with a loaded map of this name."""
    return Request(intent=INTENTS.get(act, "clear_map"), q=name[:300], all=not name)


def topics(piece: WordSpan, loose: bool = False) -> list[Request]:
    """Maps by their names or topics, and the place they are wanted for when one stands with them."""
    places: list[Request] = []
    made: list[Request] = []
    for one in within(piece):
        if one.place:
            places.append(Request(intent="search_place", q=regional(piece, one.place)[:300], loose=not one.sure))
        if one.topic:
            made.append(Request(intent="load_layer", q=one.topic[:300], loose=loose))
    return [*places, *made]


def regional(piece: WordSpan, name: str) -> str:
    """The name of a place with the word that says it is a canton or a district, and no commune."""
    return f"{piece.word_of('region')} {name}".strip() if "region" in piece.own_concepts else name


def nameable(piece: WordSpan) -> bool:
    """Whether what is left can be the name of a place: words without capitals only when small ones of names are in it
    (`balm bei messen`), and no other small words."""
    words = piece.name.split()
    return piece.linked and (words[0][:1].isupper() or piece.count == 1 or len(words) > piece.count)


def bare(piece: WordSpan, act: str) -> list[Request]:
    """What a verb without a name asks for: the parcel here, a map of parcels, or a map still to be named."""
    if "region" in piece.own_concepts:
        return [Request(intent="search_place", q=piece.word_of("region"))]
    if "parcel" in piece.own_concepts and act in ("see", "go"):
        return [Request(intent="goto_address", parcel=True)]
    if act == "go" and piece.pointing and not piece.mapped:
        return [Request(intent="goto_address")]
    if act == "load" and piece.pointing and not piece.mapped:
        return [about_map("again", "").model_copy(update={"all": False})]
    if act == "load" and {"parcel", "commune", "geothermal_probe_assessment"} & piece.own_concepts:
        noun = next(one for one in ("parcel", "commune", "geothermal_probe_assessment") if one in piece.own_concepts)
        return [Request(intent="load_layer", q=piece.word_of(noun))]
    if "geothermal_probe_assessment" in piece.own_concepts and piece.mapped:
        return [Request(intent="load_layer", q=piece.word_of("geothermal_probe_assessment"))]
    if "list" in piece.own_concepts and "map" in piece.own_concepts:
        return [Request(intent="load_layer", all=True)]
    return [Request(intent="load_layer")] if "map" in piece.own_concepts and (act == "load") else []


def _either(part: Chunk) -> Request:
    """A known name alone; it may be something else as well."""
    intent: Wish = "search_place" if part.kind == "place" else "load_layer"
    return Request(intent=intent, q=part.text, loose=True)
