"""Which conversation a request goes on with.

One that names its chat goes on with that. Else: the newest conversation of this owner in which was said, word for word,
what the client sent before its last message, is gone on with; there is none of a talk that was cut off, changed or kept
elsewhere, and a new one begins, in which the earlier messages are data. Another set-up is another conversation. What
comes twice under one idempotency key is one message."""

from dataclasses import dataclass

from loket.core.events import Answered, Event, UserSaid
from loket.core.shapes import list_at, text_at
from loket.house.house import House
from loket_demos.relocation.doors.chat_request import ReplyRequest
from loket_demos.relocation.doors.talk import turns_of

LOOKED_THROUGH, COMPARED = 200, 5
"""Conversations whose beginning is looked at, and those of them that are read."""


@dataclass(frozen=True)
class WhichConversation:
    """The conversations of one assistant."""

    house: House
    assistant: str

    async def of(self, owner: str, asked: ReplyRequest, key: str) -> str:
        """The conversation that this request goes on with, begun when there is none."""
        if asked.chat_id is not None:
            return await self._of_chat(owner, asked, asked.chat_id)
        if (there := await self._there(owner, asked, key)) is not None:
            return there
        name = self.house.message_conversation(self.assistant, f"chat:{key}", owner) if key else None
        return await self.house.ensure(owner, self.assistant, name, asked.settings)

    async def _of_chat(self, owner: str, asked: ReplyRequest, chat: str) -> str:
        if await self.house.owned(chat, owner, self.assistant) is not None:
            if asked.is_for(await self.house.settings(chat, owner)):
                return chat
        elif asked.system_vars is None:
            return await self.house.session(owner, self.assistant, chat, asked.settings)
        return await self.house.session(owner, self.assistant, f"{chat} {asked.set_up}", asked.settings)

    async def _there(self, owner: str, asked: ReplyRequest, key: str) -> str | None:
        """The one that has this message already, or the talk before it."""
        talk = asked.talk
        if not talk:
            return None  # what was begun with the same key is known by its name
        entries = await self.house.book.entries(owner, assistant=self.assistant, limit=LOOKED_THROUGH)
        likely = [entry.conversation for entry in entries if _begins(talk, entry.title)][:COMPARED]
        for conversation in likely:
            if await self.house.repeated(conversation, key) is not None:
                return conversation
        for conversation in likely:
            looked = await self.house.look(conversation, owner)
            if turns_of(looked.views["transcript"].state()) == talk and asked.is_for(
                await self.house.settings(conversation, owner)
            ):
                return conversation
        return None


def _begins(talk: list[tuple[str, str]], title: str) -> bool:
    """Whether a conversation with this title may have begun with these words; a title is the first of them."""
    return bool(title) and talk[0][1].startswith(title.removesuffix("…").rstrip())


async def event_of(house: House, owner: str, conversation: str, words: str) -> Event:
    """The message, or the answer that it is to a question with choices."""
    questions = (await house.look(conversation, owner)).views["questions"].state()
    said = words.strip().casefold()
    for question in reversed([one for one in list_at(questions, "items") if text_at(one, "state") == "open"]):
        for choice in list_at(question, "choices"):
            if said in (text_at(choice, "id").casefold(), text_at(choice, "label").casefold()):
                return Answered(to=text_at(question, "id"), choice=text_at(choice, "id"))
    return UserSaid(text=words)
