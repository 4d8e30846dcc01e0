"""The view `costs`: what the models of a conversation used, by model, by message and in all."""

from loket.core.actions import Say, Usage
from loket.core.events import Decided, Discarded, Event, UserSaid
from loket.core.record import By, Record
from loket.views.costs import MODELS, Costs
from loket.views.view import fold
from tests.views.canaries import START


def log(*events: Event) -> list[Record]:
    def by(event: Event) -> By:
        return "person" if isinstance(event, UserSaid) else "planner"

    return [Record(seq=seq, at=START, by=by(event), event=event) for seq, event in enumerate(events, start=1)]


def decided(model: str, price: float | None, tokens: int = 10) -> Decided:
    usage = Usage(model=model, input_tokens=tokens, output_tokens=2, cached_tokens=3, price=price, took_ms=5)
    return Decided(reasoning="", action=Say(text="x"), usage=usage)


def test_it_adds_up_by_model_by_message_and_in_all() -> None:
    dropped = Discarded(took=(), why="news", usage=Usage(model="a", input_tokens=1, price=0.5))
    records = log(UserSaid(text="x"), decided("a", 0.25), dropped, UserSaid(text="y"), decided("b", None))
    view = fold(Costs(), records)
    state = view.state()
    assert [line["model"] for line in state["models"]] == ["a", "b"]
    assert (state["models"][0]["thoughts"], state["models"][0]["price"], state["models"][0]["unpriced"]) == (2, 0.75, 0)
    assert (state["message"]["thoughts"], state["message"]["unpriced"], state["message"]["input_tokens"]) == (1, 1, 10)
    total = state["total"]
    assert (total["thoughts"], total["input_tokens"], total["output_tokens"], total["price"]) == (3, 21, 4, 0.75)
    assert Costs.restore(state).state() == state
    assert fold(Costs.restore(fold(Costs(), records[:2]).state()), records).state() == state


def test_many_models_are_counted_and_some_are_named() -> None:
    state = fold(Costs(), log(*(decided(f"m{n}", 1.0) for n in range(2 * MODELS)))).state()
    assert len(state["models"]) == MODELS and state["total"]["thoughts"] == 2 * MODELS
