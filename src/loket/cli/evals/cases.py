"""Cases for whole assistants: what a person does, what is expected of it, and what must not happen."""

from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from loket.core.data import Declared, JsonObject
from loket.core.errors import Invalid
from loket.core.outside import Answered, PersonEvent, UserSaid
from loket.views.questions import QuestionItem


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


Several = Annotated[tuple[str, ...], BeforeValidator(_several)]
"""One text, or a list of them."""


class Act(Declared):
    """One thing a person does: says something, or answers the newest open question. `choose` is the id or the label of
    a choice; `edit` approves a held call with some values changed."""

    say: str | None = None
    choose: str | None = None
    form: JsonObject | None = None
    approve: bool | None = None
    refuse: bool | None = None
    edit: JsonObject | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> "Act":
        if len(self.model_fields_set) != 1:
            raise ValueError("an act is one of say, choose, form, approve, refuse, edit")
        return self

    def event(self, question: QuestionItem | None) -> PersonEvent | None:
        """The event for the log; None when nothing is asked that it could answer."""
        if self.say is not None:
            return UserSaid(text=self.say, channel="eval")
        if question is None or (question.held is None) == (self.choose is None and self.form is None):
            return None
        if self.edit is not None and question.held is not None:
            return Answered(to=question.id, edit={**question.held.args, **self.edit})
        if self.choose is None:
            return Answered(to=question.id, form=self.form, approve=self.approve, refuse=self.refuse)
        picked = next((c.id for c in question.choices if self.choose in (c.id, c.label)), None)
        return None if picked is None else Answered(to=question.id, choice=picked)


class Expected(Declared):
    """What must come of it. `tools`: those that are called, in this order; others that only read may be between them.
    `args`: values that the last call of a tool must have. `answer`: words that must be told to the person, in any case.
    `asks`: whether something is asked of the person at the end."""

    tools: Several | None = None
    args: dict[str, JsonObject] = {}
    answer: Several = ()
    asks: bool | None = None


class Never(Declared):
    """What must not happen: tools that must not be called, words that must not be told."""

    tools: Several = ()
    answer: Several = ()


class Case(Declared):
    """One talk from its beginning. `assistant` may be left out when the file or the command names one."""

    name: str = Field(min_length=1)
    assistant: str = ""
    settings: JsonObject = {}
    talk: tuple[Act, ...] = Field(min_length=1)
    expect: Expected = Expected()
    never: Never = Never()

    @field_validator("talk", mode="before")
    @classmethod
    def _words(cls, value: Any) -> Any:
        acts = [value] if isinstance(value, str) else value
        return [{"say": act} if isinstance(act, str) else act for act in acts] if isinstance(acts, list) else acts


class Cases(Declared):
    """A file of cases; `assistant` is who is meant where a case names nobody."""

    model_config = ConfigDict(title="the file")

    assistant: str = ""
    cases: tuple[Case, ...] = Field(min_length=1)


def read_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a YAML or JSON file. Invalid `bad_cases` says which is wrong and how."""
    try:
        raw = yaml.safe_load(path.read_text("utf-8"))
        file = Cases.model_validate({"cases": raw} if isinstance(raw, list) else raw)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise Invalid("bad_cases", f"{path} is not YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise Invalid("bad_cases", f"{path}, {where}: {first['msg'].removeprefix('Value error, ')}.") from None
    names = [case.name for case in file.cases]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Invalid("bad_cases", f"{path} has two cases named {twice}.")
    return tuple(
        case if case.assistant else case.model_copy(update={"assistant": file.assistant}) for case in file.cases
    )
