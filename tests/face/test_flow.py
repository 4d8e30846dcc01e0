"""`@flow`: a generator that is replayed from the log, begun by a button or by words, and told when it has changed."""

from datetime import date
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from loket import Assistant, Context, FlowContext, ToolFailed, ask, call, done, flow, tool
from loket.core.actions import Call, Decision, Done
from loket.core.events import Decided
from loket.face.dialogue import Dialogue

Repair = Literal["puncture", "brakes"]


class Wanted(BaseModel):
    """What somebody wants to have done."""

    repair: Repair
    day: date


class Slot(BaseModel):
    """A free moment."""

    id: str
    title: str


class Booking(BaseModel):
    """What was booked."""

    number: str
    slot: str


@tool(read_only=True)
def free_slots(day: date) -> list[Slot]:
    """The free moments of a day."""
    count = {3: 3, 4: 1}.get(day.weekday(), 0)
    return [Slot(id=f"s{at}", title=f"{at + 9:02}:00") for at in range(count)]


@tool(destructive=True, title="Book a repair")
def book(repair: Repair, slot: str, context: Context) -> Booking:
    """Books it."""
    return Booking(number=context.key[:4], slot=slot)


@flow(title="Book a repair", page="book", examples=["My bike must be fixed"])
def booking(wanted: Wanted, context: FlowContext) -> Any:
    """Book a repair of a bike."""
    slots = yield call(free_slots, day=wanted.day)
    if not slots:
        return done(f"Nothing is free on {wanted.day:%A}, {context.locale}.", outcome="neutral")
    slot = slots[0] if len(slots) == 1 else (yield ask("What time suits you?", choices=slots))
    booked = yield call(book, repair=wanted.repair, slot=slot.title)
    return done(f"See you at {booked.slot}, number {booked.number}.", value=booked)


SHOP = Assistant("bikes", title="Bike repair", tools=[book], flows=[booking])


def steps(desk: Dialogue) -> list[str]:
    return [r.event.step for r in desk.log if isinstance(r.event, Decided) and r.scope != "/"]


async def test_words_begin_it_with_a_day_that_is_read_from_them() -> None:
    async with SHOP.open() as desk:
        answer = await desk.ask("Book a repair of a puncture on Thursday")
        (question,) = answer.questions
        assert question.text == "What time suits you?"
        assert question.choices == {"s0": "09:00", "s1": "10:00", "s2": "11:00"}
        (held,) = (await desk.choose("10:00")).questions
        assert held.held is not None and held.held["args"] == {"repair": "puncture", "slot": "10:00"}
        answer = await desk.approve()
        assert answer.ok and answer.text.startswith("See you at 10:00, number ")
        assert steps(desk) == ["free_slots", "ask", "book", "done"]


@pytest.mark.parametrize(
    ("words", "slot"),
    [("10:00", "10:00"), ("the third one", "11:00"), ("make it 09:00", "09:00"), ("the last one", "11:00")],
)
async def test_words_answer_a_choice(words: str, slot: str) -> None:
    async with SHOP.open() as desk:
        await desk.act("book/booking", "book", repair="brakes", day="2026-11-26")
        (held,) = (await desk.ask(words)).questions
        assert held.held is not None and held.held["args"]["slot"] == slot


async def test_words_that_name_no_choice_are_asked_again_and_no_ends_it() -> None:
    async with SHOP.open() as desk:
        await desk.act("book/booking", "book", repair="brakes", day="2026-11-26")
        (question,) = (await desk.ask("purple")).questions
        assert question.text == "What time suits you? (purple?)"
        answer = await desk.ask("no")
        assert not answer.questions and answer.text == "Stopped. What was found so far is kept."


async def test_what_words_leave_out_is_asked_before_it_begins() -> None:
    async with SHOP.open() as desk:
        answer = await desk.ask("Book a repair on Friday")
        assert answer.questions and not any(step.kind == "task" for step in answer.steps)
        (held,) = (await desk.ask("the brakes")).questions
        assert held.held is not None and held.held["args"] == {"repair": "brakes", "slot": "09:00"}
        refused = await desk.refuse()
        assert refused.text == "Not done, as you wished. What was found so far is kept."


async def test_a_form_that_does_not_fit_is_told_and_empty_fields_are_left_out() -> None:
    async with SHOP.open() as desk:
        answer = await desk.act("book/booking", "book", repair="brakes", day="")
        assert answer.text == "day: Field required."
        assert (await desk.act("book/booking", "book", repair="brakes", day="2026-11-23")).text.endswith("Monday, en.")


@tool(read_only=True)
def price(repair: Repair) -> float:
    """What it costs."""
    if repair == "brakes":
        raise ToolFailed("no_price", "There is no price for brakes.")
    return 12.5


@flow
def prices(repairs: list[Repair]) -> Any:
    """What several repairs cost together."""
    try:
        found = yield [call(price, repair=repair) for repair in repairs]
    except ToolFailed as error:
        words = yield ask(f"{error.text} What do you guess?", step="guess")
        found = [float(words)]
    return done(f"{sum(found)} euro")


@flow
def passing(repair: Repair) -> Any:
    """Lets a failure pass."""
    cost = yield call(price, repair=repair, step="cost")
    return f"{cost} euro"


class Address(BaseModel):
    """Where somebody lives."""

    street: str
    number: int


@flow
def delivering() -> Any:
    """Asks for an address, and gives work to a specialist and to another flow."""
    address = yield ask("Where to?", form=Address)
    cost = yield call(passing, repair="puncture")
    route = yield call(WALKER, "How far is it?", street=address.street)
    return f"{address.street} {address.number + 1}: {cost}, {route}"


@flow
def together(repair: Repair) -> Any:
    """Asks a tool, a specialist and another flow side by side."""
    cost, route, again = yield [
        call(price, repair=repair),
        call(WALKER, "How far is it?", street="High Street"),
        call(passing, repair=repair),
    ]
    return f"{cost}, {route}, {again}"


class Walking:
    """Knows how far it is."""

    async def decide(self, situation: Any, draft: Any) -> Any:
        task = situation.task
        text = f"{task.task} {task.args['street']} is near."
        return Decision(reasoning="It is near.", action=Done(summary=text))


WALKER = Assistant("walker", planner=Walking())
MORE = Assistant("more", tools=[price], flows=[prices, passing, delivering, together], specialists=[WALKER])


async def test_calls_side_by_side_give_a_list_and_failures_are_exceptions() -> None:
    async with MORE.open() as desk:
        assert (await desk.act("prices/prices", repairs=["puncture", "puncture"])).text == "25.0 euro"
        answer = await desk.act("prices/prices", repairs=["puncture", "brakes"])
        assert answer.questions[0].text == "There is no price for brakes. What do you guess?"
        assert (await desk.ask("7")).text == "7.0 euro"
        assert steps(desk)[-3:] == ["price", "guess", "done"]


async def test_a_failure_that_is_let_pass_can_be_tried_again() -> None:
    async with MORE.open() as desk:
        answer = await desk.act("passing/passing", repair="brakes")
        (question,) = answer.questions
        assert question.text.startswith("This step did not work: There is no price for brakes.")
        again = await desk.choose("again")
        assert [step.name for step in again.steps if step.kind == "tool"] == ["price"] and again.questions
        assert (await desk.choose("stop")).text == "Stopped. What was found so far is kept."


async def test_a_form_a_specialist_and_a_flow_inside_a_flow() -> None:
    async with MORE.open() as desk:
        (question,) = (await desk.act("delivering/delivering")).questions
        assert set(question.form["properties"]) == {"street", "number"}
        answer = await desk.fill(street="High Street", number=3)
        assert answer.text == "High Street 4: 12.5 euro, How far is it? High Street is near."


async def test_a_list_may_mix_tools_specialists_and_flows() -> None:
    async with MORE.open() as desk:
        answer = await desk.act("together/together", repair="puncture")
        assert answer.text == "12.5, How far is it? High Street is near., 12.5 euro"
        (work,) = [
            r.event.action for r in desk.log if isinstance(r.event, Decided) and r.event.step.startswith("price +")
        ]
        assert isinstance(work, Call) and [one.kind for one in work.calls] == ["tool", "task", "task"]
        answer = await desk.act("together/together", repair="brakes")
        assert answer.questions[-1].text.startswith("This step did not work: There is no price for brakes.")


async def test_a_flow_that_has_changed_says_so_and_begins_again(tmp_path: Any) -> None:
    def first() -> Any:
        yield ask("One?", choices=["a", "b"])
        return "the old end"

    def second() -> Any:
        yield call(price, repair="puncture")
        return "the new end"

    def shop(function: Any) -> Assistant:
        return Assistant("bikes", tools=[price], flows=[flow(function, name="go/go", page="go")])

    async with shop(first).open(tmp_path) as desk:
        await desk.act("go/go")
        id = desk.conversation
    async with shop(second).open(tmp_path) as desk:
        desk.conversation = id
        await desk.view("questions")
        (question,) = (await desk.ask("a")).questions
        assert question.text == "This flow was changed in the meantime. Start again?"
        assert (await desk.choose("restart")).text == "the new end"


async def test_a_flow_goes_on_after_a_restart_where_it_stood(tmp_path: Any) -> None:
    async with SHOP.open(tmp_path) as desk:
        await desk.act("book/booking", "book", repair="brakes", day="2026-11-26")
        id = desk.conversation
    async with SHOP.open(tmp_path) as desk:
        desk.conversation = id
        (held,) = (await desk.ask("11:00")).questions
        assert held.held is not None and held.held["args"]["slot"] == "11:00"


def no_generator(day: date) -> str:
    return str(day)


def unhinted(day):  # pyright: ignore[reportMissingParameterType]
    yield day


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    (no_generator, {}, "no_generator is no generator. A flow yields call"),
    (unhinted, {}, "unhinted: day has no type hint"),
    (delivering.script.begin, {}, "is no generator"),
    (prices.script.begin, {"pag": "x"}, "flow has no option pag; it has name, title"),
]


@pytest.mark.parametrize(("function", "options", "sentence"), WRONG)
def test_a_declaration_that_can_not_work_says_what_to_write(function: Any, options: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        flow(function, **options)


def test_a_page_and_choices_must_have_names() -> None:
    def nothing() -> Any:
        yield ask("?")

    with pytest.raises(TypeError, match="The page 'a b' of nothing can't be one"):
        flow(nothing, page="a b")
    with pytest.raises(ValueError, match="Two choices of 'Which\\?' are called a"):
        ask("Which?", choices=["a", "a"])


async def test_a_flow_that_yields_something_else_is_a_fault_with_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    def odd() -> Any:
        yield 3

    async with Assistant("odd", flows=[flow(odd)]).open() as desk:
        answer = await desk.act("odd/odd")
        assert not answer.ok and "this one yielded int" in caplog.text
