/** What a call that looked for an agent found: its card as the result tells it. Everything in it is a stranger's words. */
import { siteOf } from "../elements/call-words.ts";
import type { Node } from "../state/timeline.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import type { CallLine, StepsState } from "../wire.ts";

export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
  /** JSON Schema of its parameters; null when it says nothing of them. */
  readonly schema: JsonObject | null;
}

export interface Agent {
  /** The call that found it. */
  readonly call: string;
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly skills: readonly Skill[];
  /** What else the result says: where the card was, how it can be spoken with, its signature, its pin, what is odd. */
  readonly facts: JsonObject;
}

/** An agent of which only is told where it was found, and by which call. */
export interface Finding {
  readonly call: string;
  readonly name: string;
}

const DISCOVER = "discover_a2a_agent_capabilities";
const SHOWN = ["status", "agent_name", "agent_description", "tasking_base_url", "available_skills", "message"];

/** The agents the calls of a step found, those of its tasks among them; one too long for the view goes by its site. */
export function findingsOf(node: Node): Finding[] {
  const here = node.calls.flatMap((call) => findingOf(call));
  return [...here, ...node.runs.flatMap((run) => run.nodes.flatMap(findingsOf))];
}

function findingOf(call: CallLine): Finding[] {
  if (call.value_cut && call.ok && call.tool === DISCOVER)
    return [{ call: call.id, name: siteOf(textOf(objectOf(call.args)["target_url"])) }];
  const agent = agentOf(call, call.value);
  return agent ? [{ call: call.id, name: agent.name || siteOf(agent.address) }] : [];
}

/** The call of the conversation with this id; null when it is no longer held. */
export function callAt(steps: StepsState, id: string): CallLine | null {
  const calls = steps.scopes.flatMap((scope) => scope.steps.flatMap((step) => step.calls));
  return calls.find((one) => one.id === id) ?? null;
}

/** The agent that a call found, from what it gave back; null when it found none. */
export function agentOf(call: CallLine, value: Json): Agent | null {
  if (!call.ok || !isObject(value) || value["status"] !== "success") return null;
  if (!Array.isArray(value["available_skills"])) return null;
  return {
    call: call.id,
    name: textOf(value["agent_name"]),
    description: textOf(value["agent_description"]),
    address: textOf(value["tasking_base_url"]),
    skills: listOf(value["available_skills"]).map(skillOf),
    facts: Object.fromEntries(Object.entries(value).filter(([key]) => !SHOWN.includes(key))),
  };
}

function skillOf(raw: Json): Skill {
  const value = objectOf(raw);
  const schema = value["parameters_schema"];
  return {
    id: textOf(value["id"]),
    name: textOf(value["name"]) || textOf(value["id"]),
    description: textOf(value["description"]),
    tags: listOf(value["tags"]).map(textOf).filter(Boolean),
    examples: listOf(value["examples"]).map(textOf).filter(Boolean),
    schema: isObject(schema) && isObject(schema["properties"] ?? null) ? schema : null,
  };
}
