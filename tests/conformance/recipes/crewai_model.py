"""A model for CrewAI that asks its remote agent, or says what it was asked. Imports nothing of ours."""

import json
import os
import re
from typing import Any

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false")

from crewai import BaseLLM


class Scripted(BaseLLM):
    """No key, no network."""

    def call(self, messages: Any, *args: Any, response_model: Any = None, **kwargs: Any) -> str:
        text = messages if isinstance(messages, str) else "\n".join(str(one["content"]) for one in messages)
        task = text.partition("Current Task: ")[2]
        if response_model is None:
            return f"I was asked: {task.partition('This is the expected')[0].strip()}"
        heard = re.search(r"Open from [^\"\n]*\.", text)
        if heard:
            return response_model(a2a_ids=(), message=f"I was told: {heard[0]}", is_a2a=False).model_dump_json()
        [there] = re.findall(r'"(http[^"]+)"', json.dumps(response_model.model_json_schema()))[:1]
        return response_model(a2a_ids=(there,), message=task.partition("\n")[0], is_a2a=True).model_dump_json()


model = Scripted(model="scripted")
