/** How a run is played, whatever its scenario: kept in this browser, carried by a link, sent along when it begins. */
import { isObject, type JsonObject, objectOf, parseJson, textOf } from "../../../web/src/transport/json.ts";
import * as stored from "./stored.ts";

export type Mode = "approve" | "auto";
/** How far a run may go; what is not there has no limit. */
export const LIMITS = ["messages", "minutes", "dollars"] as const;
export type Limits = Partial<Record<(typeof LIMITS)[number], number>>;

/** Whoever wants no model chooses it in place of one. */
export const SCRIPT = "script";

export interface Options {
  readonly instructions: string;
  readonly mode: Mode;
  readonly model: string;
  /** What plays the tools, where it is not the usual model. */
  readonly oracle: string;
  readonly limits: Limits;
}

const KEYS: Readonly<Record<keyof Options, string>> = {
  instructions: stored.INSTRUCTIONS,
  mode: stored.MODE,
  model: stored.MODEL,
  oracle: stored.ORACLE_MODEL,
  limits: stored.LIMITS,
};

/** As they were left in this browser. */
export function keptOptions(): Options {
  return optionsIn({
    instructions: stored.read(KEYS.instructions),
    mode: stored.read(KEYS.mode),
    model: stored.read(KEYS.model),
    oracle: stored.read(KEYS.oracle),
    limits: objectOf(parseJson(stored.read(KEYS.limits))),
  });
}

export function keepOptions(change: Partial<Options>): void {
  for (const [name, value] of Object.entries(change))
    stored.keep(KEYS[name as keyof Options], typeof value === "string" ? value : JSON.stringify(value));
}

/** What a link says of them; what it does not say is as it was. */
export function optionsIn(raw: JsonObject, before?: Options): Options {
  const text = (name: "instructions" | "model" | "oracle"): string => textOf(raw[name]) || (before?.[name] ?? "");
  const mode = raw["mode"] === "auto" || raw["mode"] === "approve" ? raw["mode"] : (before?.mode ?? "approve");
  const limits = isObject(raw["limits"]) ? limitsIn(raw["limits"]) : (before?.limits ?? {});
  return { instructions: text("instructions"), mode, model: text("model"), oracle: text("oracle"), limits };
}

export function limitsIn(raw: JsonObject): Limits {
  const set = LIMITS.map((name) => [name, Number(raw[name])] as const);
  return Object.fromEntries(set.filter(([name, most]) => isMost(name, most)));
}

/** Whether a number is a limit; messages are whole. */
export function isMost(name: keyof Limits, most: number): boolean {
  return Number.isFinite(most) && most > 0 && (name !== "messages" || Number.isInteger(most));
}

/** As the server is told of them when a run begins. */
export function playedBy({ instructions, mode, model, oracle, limits }: Options): JsonObject {
  const player = model === SCRIPT ? { player: SCRIPT } : { model };
  return { instructions, mode, ...player, attachModel: oracle, limits: { ...limits } };
}
