/** What this browser keeps of the workbench, under the names of the mission; all else is in the log of a run. */
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  parseJson,
  textOf,
} from "../../../web/src/transport/json.ts";

export const ENDPOINT = "a2a.endpoint";
export const INSTRUCTIONS = "a2a.planner.instructions";
export const MODEL = "a2a.planner.model";
export const MODE = "a2a.planner.mode";
export const ORACLE_MODEL = "a2a.attach.model";
export const LIMITS = "a2a.planner.limits";
export const SCENARIO = "a2a.scenario.url";

/** Whom we play and who the other side is. */
export interface Roles {
  readonly planner: string;
  readonly counterpart: string;
  /** The course of events; "" for the first. */
  readonly variant?: string;
}

/** What a run with an endpoint was left at: the run itself is in its log, what was being written only here. */
export interface Session {
  readonly conversation: string;
  readonly taskId: string;
  readonly status: string;
  readonly plannerStarted: boolean;
  /** The newest lines between the person and the planner, for whoever reads the keys: the page reads the log. */
  readonly front: readonly JsonObject[];
  readonly frontDraft: string;
  /** What a person made of a message that waits, and the question it waits with. */
  readonly backDraft: string;
  readonly backQuestion: string;
}

const NO_SESSION: Session = {
  conversation: "",
  taskId: "",
  status: "",
  plannerStarted: false,
  front: [],
  frontDraft: "",
  backDraft: "",
  backQuestion: "",
};
/** Where a browser may keep nothing it lasts until the page is left. */
const here = new Map<string, string>();

export function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? here.get(name) ?? "";
  } catch {
    return here.get(name) ?? "";
  }
}

export function keep(name: string, value: string): void {
  if (read(name) !== value) mirror?.(name, value);
  put(name, value);
}

/** What every browser of a person finds: told of each change, and asked once for what this one does not have yet. */
let mirror: ((name: string, value: string) => void) | null = null;

export function mirrored(kept: JsonObject, tell: (name: string, value: string) => void): void {
  mirror = tell;
  for (const [name, value] of Object.entries(kept))
    if (read(name) === "") put(name, typeof value === "string" ? value : JSON.stringify(value));
}

function put(name: string, value: string): void {
  here.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // The page keeps it already.
  }
}

export function rolesFor(scenario: string): Roles | null {
  const raw = parseJson(read(`a2a.scenario.sel.${base64url(scenario)}`));
  if (!isObject(raw)) return null;
  const variant = textOf(raw["variant"]);
  return {
    planner: textOf(raw["planner"]),
    counterpart: textOf(raw["counterpart"]),
    ...(variant ? { variant } : {}),
  };
}

export function keepRoles(scenario: string, { planner, counterpart, variant }: Roles): void {
  keepJson(`a2a.scenario.sel.${base64url(scenario)}`, { planner, counterpart, ...(variant ? { variant } : {}) });
}

/** The tools that are ticked, for a scenario and an agent of it; null when nothing was ever chosen there. */
export function toolsFor(scenario: string, agent: string): readonly string[] | null {
  const raw = parseJson(read(`a2a.scenario.tools.${base64url(scenario)}::${agent}`));
  return Array.isArray(raw) ? listOf(raw).map(textOf) : null;
}

export function keepTools(scenario: string, agent: string, tools: readonly string[]): void {
  keepJson(`a2a.scenario.tools.${base64url(scenario)}::${agent}`, tools);
}

export function sessionAt(endpoint: string): Session {
  const raw = objectOf(parseJson(read(`a2a.session.${base64(endpoint)}`)));
  return {
    conversation: textOf(raw["conversation"]),
    taskId: textOf(raw["taskId"]),
    status: textOf(raw["status"]),
    plannerStarted: raw["plannerStarted"] === true,
    front: listOf(raw["front"]).filter(isObject),
    frontDraft: textOf(raw["frontDraft"]),
    backDraft: textOf(raw["backDraft"]),
    backQuestion: textOf(raw["backQuestion"]),
  };
}

/** Keeps what changed of it; of another run nothing is kept. */
export function keepSession(endpoint: string, change: Partial<Session>): void {
  const kept = sessionAt(endpoint);
  const same = change.conversation === undefined || change.conversation === kept.conversation;
  const session: Session = { ...NO_SESSION, ...(same ? kept : {}), ...change };
  keepJson(`a2a.session.${base64(endpoint)}`, { ...session } as JsonObject);
}

export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

export function base64url(text: string): string {
  return base64(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that base64url stands for; null when it is none. */
export function ofBase64url(text: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function keepJson(name: string, value: Json): void {
  keep(name, JSON.stringify(value));
}
