/** The address of a side that is played by a server: what it says of the scenario, and who is to call it. */
import { objectOf, listOf, parseJson, textOf } from "../../../web/src/transport/json.ts";
import type { Config } from "./config.ts";
import { ofBase64url } from "./stored.ts";

export interface Bridged {
  /** The server that plays it. */
  readonly base: string;
  /** The scenario by its id, also where the address has all of it. */
  readonly scenario: string;
  readonly caller: string;
  /** All of the scenario is in the address: no library is asked. */
  readonly whole: boolean;
}

/** Null for any other address. */
export function bridgedAt(endpoint: string): Bridged | null {
  const [, base, config64] = /^(https?:\/\/.*)\/api\/bridge\/([\w-]+)\/a2a\/?$/.exec(endpoint) ?? [];
  if (!base) return null;
  const config = objectOf(parseJson(ofBase64url(config64 ?? "") ?? ""));
  const id = textOf(config["scenarioId"]);
  const scenario = id || textOf(objectOf(objectOf(config["scenario"])["metadata"])["id"]);
  const caller = textOf(config["startingAgentId"]) || textOf(objectOf(listOf(config["agents"])[0])["id"]);
  return { base, scenario, caller, whole: !id };
}

/** The address that was connected to is of such a side, but not of the one that is chosen: nobody plays it any more, or
 * it plays something else. */
export function strayed({ scenario, connecting, endpoint, planner }: Config): "gone" | "other" | null {
  const side = connecting === "here" || connecting === "failed" ? bridgedAt(endpoint) : null;
  if (!side) return null;
  if (connecting === "failed") return "gone";
  return scenario === null || (side.scenario === scenario.id && side.caller === planner) ? null : "other";
}
