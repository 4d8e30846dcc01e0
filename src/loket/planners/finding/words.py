"""What the finding planner says, and the few words of a language it must know; English unless others are given."""

from collections.abc import Mapping
from dataclasses import dataclass, field


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


@dataclass(frozen=True, slots=True)
class FindingWords:
    """Sentences with what is filled in between braces, and sets of small words.

    `little` words carry no meaning in a search, `kin` are followed by somebody's name, `calls` introduce one, `asks`
    begin a question about somebody, `does` say something of somebody, `calendar` words are written large and name
    nobody. `writing` verbs begin the name or the description of a skill that changes something. `birth` and `age` are
    how parameters for these are called. `yes` and `no` answer a question that has two answers."""

    query: str = "{name} official website"
    context: str = "User asked: {text}"
    on_behalf: str = "for"
    chosen: str = "I'll ask {agent}: {skill}{given}."
    given: str = " ({listed})"
    needs: str = "To ask {agent}, I need to know: {missing}."
    which: str = "Several things fit what you ask. Which one do you mean?"
    confirm: str = "This changes something at {agent}: {skill}{given}. Shall I send it?"
    show: str = "I would ask {agent}: {skill}{given}. It may hold somebody's name. Shall I send it?"
    confirm_yes: str = "Yes, send it"
    confirm_no: str = "No, leave it"
    declined: str = "All right, nothing was sent."
    agree: str = "{why} Shall I ask it all the same?"
    agree_yes: str = "Yes, ask it"
    agree_no: str = "No"
    source: str = "That is what {agent} ({site}) answered."
    failed: str = "I asked {agent}, but it did not work: {why}"
    unsure: str = "I asked {agent}, but nobody can tell whether it was done: {why} I will not send it again by myself."
    no_search: str = "I could not search the web for this: {why}"
    nothing_found: str = "I searched for “{query}” and found no site that could help."
    none: str = "I could not find a specialised automated service for this request. {looked}{else_}"
    looked: str = "I looked at {sites}. "
    no_service: str = "{agent} has an automated service, but not for this. "
    look_there: str = (
        "You may find the answer on {url} yourself, or tell me the address of a site whose agent I should ask."
    )
    try_other: str = "If you know the address of a site that may help, tell me and I will ask there."
    connected: str = "{agent} lives at {site}. It offers:\n{skills}\n\nNothing was asked of it yet."
    no_skills: str = "- It does not say what."
    no_card: str = "I found no agent at {site}. {why}"
    unknown_agent: str = (
        "I don't know that agent in this conversation. Give me its address, and I will look at it first."
    )
    empty: str = "What can I do for you? You can ask me anything; I look for somebody who knows what I don't."
    yes_word: str = "Yes"
    no_word: str = "No"
    there_is: str = "Yes, there is {a}{what}."
    there_is_not: str = "No, there is no {what}."
    is_value: str = "The {name} is {value}."
    value: str = "{name}: {value}."
    having: str = "has"
    articles: tuple[str, str] = ("a ", "an ")
    joined: str = " and "
    yes: frozenset[str] = _set("yes yeah yep sure ok okay please do go ahead agreed fine")
    no: frozenset[str] = _set("no nope don't not never stop cancel leave")
    little: frozenset[str] = _set(
        "a about after afternoon aged all also am an and any anyone anything are around as ask at be been before "
        "but by bye can cheers could did do does doing evening for from get give goodbye great has have having he "
        "hello her hers hey hi him his how i i'd i'll i'm i've if in into is it it's its join just know let like "
        "looking may me might mine more morning much my near need next no not of ok okay old on one or our out "
        "over please shall she should so sorry meant some somebody someone still take tell than thank thanks that "
        "the their them then there these they this those to today tomorrow too us want was we were what what's when "
        "where whether which while who whose why will with would year years yes yet yo you your"
    )
    kin: frozenset[str] = _set(
        "baby boy brother child colleague cousin dad daughter dr father friend girl grandchild granddaughter "
        "grandson husband kid miss mom mother mr mrs ms mum neighbour nephew niece partner sister son "
        "stepdaughter stepson twin wife"
    )
    calls: tuple[str, ...] = ("my name is", "name is", "i am", "i'm", "this is", "called", "named", "here is")
    birth: frozenset[str] = _set("birth born birthday birthdate dob")
    age: frozenset[str] = _set("age aged year years old yo yr yrs")
    does: frozenset[str] = _set("goes has is likes lives loves needs plays wants was would")
    asks: frozenset[str] = _set("can could may might will would should is was does did has had shall when where how")
    calendar: frozenset[str] = _set(
        "april august british december english february friday gmt i i'd i'll i'm i've january july june march "
        "may monday november october ok saturday september sunday thursday tuesday uk wednesday"
    )
    writing: frozenset[str] = _set(
        "add apply book buy cancel change complain confirm create delete enrol enroll file join make modify order "
        "pay place post publish purchase register remove rent report request reserve send sign submit subscribe "
        "transfer update upload write"
    )
    doubts: Mapping[str, str] = field(
        default_factory=lambda: {
            "changed_card": "{agent} says something else about itself than the last time.",
            "other_origin": "{agent} wants to be asked at another site than the one its card comes from.",
        }
    )
    """Why a person has to agree to a card, by the code of the doubt."""
    problems: Mapping[str, str] = field(
        default_factory=lambda: {
            "timeout": "it did not answer in time.",
            "unreachable": "it could not be reached.",
            "tool_broke": "something went wrong on our side.",
            "refused": "you did not want it.",
        }
    )
    """A sentence by the code of a failure; the failure's own text is used for others."""
