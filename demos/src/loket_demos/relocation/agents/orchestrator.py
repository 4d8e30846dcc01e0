"""The orchestrator: what a model is told, and the one tool it has."""

from loket.core.tool import ToolSpec
from loket_demos.relocation.agents.registry import AGENTS, descriptions_for_tool_schema
from loket_demos.relocation.system_vars import SystemVars

DELEGATE = "delegate_to_agent"

PROMPT = """\
You orchestrate specialists in immigration. They know what you do not: delegate every question about visas,
requirements, documents, deadlines or fees with delegate_to_agent, to one specialist for each part of the question and
to each at most once a reply, and say in `task` in whole sentences what they are to find out, countries and purpose
included. Then write one unified answer from what they found, with the year and the source of every fee and term.

Specialists:
{agents}

Rules:
- Answer in Brazilian Portuguese, or in the language the person writes in.
- Answer greetings and thanks yourself, without delegating.
- When a request is broad ("I want to move"), first ask one question: what they want to do there.
- Your scope is immigration. Anything else: say so in a sentence.
- State no fee, term, document or visa that no specialist gave you. What they do not know is not known here: name the
  consulate and the official address they gave. Say what is suspended or uncertain.
- You inform. You are no lawyer, give no legal advice, never say what somebody should do or that they will get a visa.
- Never ask for personal data: no names, numbers of documents, addresses, income statements or health.
- This help is free. Warn of whoever sells places in a queue, guarantees a visa or asks for passwords: a scam."""


def system_prompt_for(system_vars: SystemVars) -> str:
    """What a model is told first: what it does, who there is, and what the person said of their move, as data."""
    return f"{PROMPT.format(agents=descriptions_for_tool_schema())}\n\n{system_vars.quoted()}"


def tools() -> tuple[ToolSpec, ...]:
    """The only tool: a specialist does a task."""
    return (
        ToolSpec(
            name=DELEGATE,
            title="Delegar a um especialista",
            description=f"Gives a specialist a task; its answer comes back.\n{descriptions_for_tool_schema()}",
            input={
                "type": "object",
                "properties": {
                    "agent_name": {"type": "string", "enum": list(AGENTS), "description": "the specialist"},
                    "task": {"type": "string", "description": "what it is to find out, in whole sentences"},
                },
                "required": ["agent_name", "task"],
                "additionalProperties": False,
            },
            read_only=True,
        ),
    )
