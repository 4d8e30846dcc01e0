/** A scenario as the page needs it: who takes part, what each may do, how it may begin. The server judges whether it is right. */
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../../../web/src/transport/json.ts";

export interface ScenarioTool {
  readonly name: string;
  readonly description: string;
  /** Its use ends the conversation, and how; "" when it does not. */
  readonly ends: string;
}

export interface ScenarioAgent {
  readonly id: string;
  readonly principal: string;
  readonly about: string;
  readonly situation: string;
  readonly goals: readonly string[];
  readonly opening: string;
  readonly tools: readonly ScenarioTool[];
}

/** A course that events may take, where records and scripts play; `ends` says how. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly ends: string;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly agents: readonly ScenarioAgent[];
  readonly variants: readonly Variant[];
  readonly raw: JsonObject;
}

/** Bare, or in the envelope it is stored in. */
export function scenarioOf(value: Json | undefined): Scenario {
  const outer = objectOf(value);
  const raw = isObject(outer["config"]) ? objectOf(outer["config"]) : outer;
  const metadata = objectOf(raw["metadata"]);
  return {
    id: textOf(metadata["id"]),
    title: textOf(metadata["title"]),
    description: textOf(metadata["description"]),
    tags: listOf(metadata["tags"]).map(textOf).filter(Boolean),
    agents: listOf(raw["agents"]).filter(isObject).map(agentOf),
    variants: listOf(raw["variants"]).filter(isObject).map(variantOf),
    raw,
  };
}

function variantOf(raw: JsonObject): Variant {
  const id = textOf(raw["id"]);
  return { id, title: textOf(raw["title"]) || id, ends: textOf(raw["ends"]) || "success" };
}

function agentOf(raw: JsonObject): ScenarioAgent {
  const principal = objectOf(raw["principal"]);
  return {
    id: textOf(raw["agentId"]),
    principal: textOf(principal["name"]),
    about: textOf(principal["description"]),
    situation: textOf(raw["situation"]),
    goals: listOf(raw["goals"]).map(textOf).filter(Boolean),
    opening: textOf(raw["messageToUseWhenInitiatingConversation"]) || textOf(raw["initialMessage"]),
    tools: listOf(raw["tools"]).filter(isObject).map(toolOf),
  };
}

/** A tool of an agent, as a scenario has it. */
export function toolOf(raw: JsonObject): ScenarioTool {
  const ends = raw["endsConversation"] === true ? textOf(raw["conversationEndStatus"]) || "neutral" : "";
  return { name: textOf(raw["toolName"]), description: textOf(raw["description"]), ends };
}

/** Whom we play unless somebody chose otherwise: the first; the other side is the next one there is. */
export function rolesIn(
  { agents }: Scenario,
  planner = "",
  counterpart = "",
): { planner: string; counterpart: string } {
  const ids = agents.map(({ id }) => id);
  const ours = ids.includes(planner) ? planner : (ids[0] ?? "");
  const others = ids.filter((id) => id !== ours);
  return { planner: ours, counterpart: others.includes(counterpart) ? counterpart : (others[0] ?? "") };
}
