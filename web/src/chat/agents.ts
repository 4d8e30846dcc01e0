/** What a call that looked for an agent found: its card as the result tells it. Everything in it is a stranger's words. */
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
  /** What else the result says: where the card was, its dialect, signature, pin, what is wrong with it. */
  readonly facts: JsonObject;
}

const SHOWN = ["status", "agent_name", "agent_description", "tasking_base_url", "available_skills", "message"];

/** The agents the calls of a step found, those of its tasks among them. */
export function agentsOf(node: Node): Agent[] {
  const here = node.calls.map(agentOf).filter((agent) => agent !== null);
  return [...here, ...node.runs.flatMap((run) => run.nodes.flatMap(agentsOf))];
}

/** The agent that a call of the conversation found; null when it found none or is no longer held. */
export function agentAt(steps: StepsState, call: string): Agent | null {
  const calls = steps.scopes.flatMap((scope) => scope.steps.flatMap((step) => step.calls));
  const line = calls.find((one) => one.id === call);
  return line ? agentOf(line) : null;
}

function agentOf(call: CallLine): Agent | null {
  const value = call.value;
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
    schema: isObject(schema) ? schema : null,
  };
}
