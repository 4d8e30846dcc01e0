"""What a client of the chat sends: the talk as it keeps it, the set-up, and which chat it is."""

import hashlib
import json
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from loket.core.data import TEXT_CHARACTERS, Json, JsonObject
from loket_demos.relocation import earlier
from loket_demos.relocation.doors.talk import joined
from loket_demos.relocation.system_vars import SETTING, SystemVars, build_system_vars

MESSAGES = 1000
HISTORY, HISTORY_CHARACTERS = 20, 400
"""How many of the earlier messages a new conversation is told, and how much of each."""


def _set_up(given: Json) -> SystemVars | None:
    return None if given is None else build_system_vars(given)


class TalkLine(BaseModel):
    """One message of the talk."""

    model_config = ConfigDict(extra="ignore", strict=True)

    role: Literal["user", "assistant"]
    content: str = Field(max_length=TEXT_CHARACTERS)

    @property
    def plain(self) -> str:
        """The words, however they are spaced."""
        return " ".join(self.content.split())


class ReplyRequest(BaseModel):
    """The body of `POST /api/v1/chat`: the whole talk, the last message being the one to answer. `chat_id` names the
    chat, by the id that a reply gave or by one of the client's own. `parallel`: the frames of agents that work side by
    side come as they happen, and are told apart by their ids."""

    model_config = ConfigDict(extra="ignore")

    messages: list[TalkLine] = Field(min_length=1, max_length=MESSAGES, fail_fast=True)
    system_vars: Annotated[SystemVars | None, BeforeValidator(_set_up)] = None
    chat_id: str | None = Field(default=None, min_length=1, max_length=200)
    parallel: bool = False

    @model_validator(mode="after")
    def _asks(self) -> "ReplyRequest":
        if self.messages[-1].role != "user" or not self.messages[-1].plain:
            raise ValueError("the last message must be words of the user")
        return self

    @property
    def words(self) -> str:
        """What is to be answered."""
        return self.messages[-1].content

    @property
    def talk(self) -> list[tuple[str, str]]:
        """Who said what before it, as `turns_of` compares it."""
        return joined((one.role, one.plain) for one in self.messages[:-1])

    @property
    def settings(self) -> JsonObject:
        """What a new conversation is begun with. Only data, however much it sounds like an order."""
        told: JsonObject = {}
        if self.system_vars is not None:
            told = {SETTING: self.system_vars.model_dump(), "locale": self.system_vars.locale}
        before = [
            {"role": one.role, "content": one.plain[:HISTORY_CHARACTERS]} for one in self.messages[-1 - HISTORY : -1]
        ]
        return told | ({earlier.SETTING: before} if before else {})

    def is_for(self, settings: JsonObject) -> bool:
        """Whether a conversation with these settings has this set-up; a request without one goes on with any."""
        return self.system_vars is None or settings.get(SETTING) == self.system_vars.model_dump()

    @property
    def set_up(self) -> str:
        """The set-up in a few characters."""
        plain = json.dumps(self.system_vars.model_dump() if self.system_vars else None, sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()[:12]
