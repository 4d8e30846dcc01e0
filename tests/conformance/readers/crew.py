"""What the model of a CrewAI agent is handed: `python crew.py URL WORDS`. Imports nothing of ours."""

import os
import sys
from contextlib import redirect_stdout

os.environ.update(CREWAI_DISABLE_TELEMETRY="true", OTEL_SDK_DISABLED="true", CREWAI_TRACING_ENABLED="false")

from crewai.a2a import A2AClientConfig
from crewai.a2a.utils.delegation import execute_a2a_delegation

url, words = sys.argv[1:3]
modes = A2AClientConfig.model_fields["accepted_output_modes"].get_default(call_default_factory=True)  # as a crew asks
options = {"auth": None, "timeout": 60, "task_description": words, "endpoint": f"{url}/.well-known/agent-card.json"}
with redirect_stdout(sys.stderr):  # it draws boxes
    result = execute_a2a_delegation(**options, accepted_output_modes=modes)
print(result.get("result") or result.get("error") or result)
