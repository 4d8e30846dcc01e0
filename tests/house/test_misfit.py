"""What is wrong with a body is said in our own sentences, whatever it is."""

from datetime import datetime
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from loket.core.outside import PersonEvent
from loket.house.misfit import sentence_of


class Cat(BaseModel):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field("a", min_length=1, max_length=3, pattern="^[a-z]+$")
    count: int = Field(1, ge=1, le=5)
    size: float = Field(1.0, gt=0)
    when: datetime | None = None
    tags: list[str] = Field([], max_length=2)
    kind: Literal["a", "b"] = "a"
    pet: Annotated[Cat | Dog, Field(discriminator="kind")] | None = None
    even: int = 0

    @field_validator("even")
    @classmethod
    def _even(cls, value: int) -> int:
        if value % 2:
            raise ValueError("it must be even")
        return value


def wrong(body: Any, model: Any = Body) -> str:
    with pytest.raises(ValidationError) as raised:
        model.model_validate(body)
    return sentence_of(raised.value.errors()[0])


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"name": 5}, "name: it must be text."),
        ({"name": ""}, "name: it has at least 1 characters."),
        ({"name": "abcd"}, "name: it has at most 3 characters."),
        ({"name": "A"}, "name: it does not have the form that is asked for: ^[a-z]+$."),
        ({"count": "x"}, "count: it must be a whole number."),
        ({"count": 9}, "count: it must be at most 5."),
        ({"size": 0}, "size: it must be more than 0.0."),
        ({"when": "soon"}, "when: it must be a date and time."),
        ({"tags": "a"}, "tags: it must be a list."),
        ({"tags": ["a", "b", "c"]}, "tags: it has at most 2 entries."),
        ({"kind": "c"}, "kind: it must be a or b."),
        ({"pet": {"kind": "cow"}}, "pet: its kind must be one of cat, dog."),
        ({"pet": {}}, "pet: it has no kind."),
        ({"even": 3}, "even: it must be even."),
        ({"more": 1}, "more: there is no such field."),
        ([], "body: it must be an object."),
    ],
)
def test_each_kind_of_mistake_has_its_sentence(body: Any, sentence: str) -> None:
    assert wrong(body) == sentence


class Told(BaseModel):
    event: PersonEvent


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["to", "text", "files"]), inner),
)


@given(st.sampled_from(["user_said", "answered", "changed", "rated", "x"]), st.dictionaries(st.text(max_size=4), JSON))
def test_no_word_of_the_library_reaches_who_sent_it(kind: str, body: dict[str, Any]) -> None:
    try:
        Told.model_validate({"event": {**body, "kind": kind}})
    except ValidationError as error:
        for one in error.errors():
            told = sentence_of(one)
            assert "Input" not in told and "Field required" not in told and "valid " not in told
