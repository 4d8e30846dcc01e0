"""A model for google-adk that asks its tool what it is asked, or says what it was asked. Imports nothing of ours."""

from collections.abc import AsyncGenerator

from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.genai import types


class Scripted(BaseLlm):
    """No key, no network."""

    async def generate_content_async(self, llm_request: LlmRequest, stream: bool = False) -> AsyncGenerator:
        last = llm_request.contents[-1].parts[-1]
        asked = next(part.text for one in llm_request.contents for part in one.parts if part.text)
        if last.function_response:
            part = types.Part(text=f"I was told: {last.function_response.response}")
        elif llm_request.tools_dict:
            call = types.FunctionCall(name=next(iter(llm_request.tools_dict)), args={"request": asked})
            part = types.Part(function_call=call)
        else:
            part = types.Part(text=f"I was asked: {last.text}")
        yield LlmResponse(content=types.Content(role="model", parts=[part]), finish_reason=types.FinishReason.STOP)


model = Scripted(model="scripted")
