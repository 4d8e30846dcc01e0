"""A model for CrewAI that asks the remote agent what it is asked, then repeats the answer. Imports nothing of ours."""

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
        heard = re.search(r"Open from [^\"\n]*\.", text)
        if heard:
            return response_model(a2a_ids=(), message=f"I was told: {heard[0]}", is_a2a=False).model_dump_json()
        [asked] = re.findall(r"^Current Task: (.*)", text, re.MULTILINE)[:1]
        [there] = re.findall(r'"(http[^"]+)"', json.dumps(response_model.model_json_schema()))[:1]
        return response_model(a2a_ids=(there,), message=asked, is_a2a=True).model_dump_json()


model = Scripted(model="scripted")
