/** What a call is called for people: the title of its tool, in the reader's language where we know it, and what it was about. */
import type { Key } from "../i18n/words.ts";
import { isObject, type Json, type JsonObject, textOf } from "../transport/json.ts";
import type { CallLine } from "../wire.ts";

/**
 * The tools of the platform itself: their titles stand in the catalogs, and what they are about in one argument. A `mark`
 * is the digest that tells which card was agreed to: it does not leave, and says nothing to anybody.
 */
const OURS: Readonly<Record<string, { readonly title: Key; readonly about: string; readonly mark?: string }>> = {
  web_search_tool: { title: "tool.web_search_tool", about: "query" },
  discover_a2a_agent_capabilities: { title: "tool.discover_a2a_agent_capabilities", about: "target_url" },
  invoke_a2a_agent_skill: { title: "tool.invoke_a2a_agent_skill", about: "task_base_url", mark: "confirmed" },
  allow_local_agent: { title: "tool.allow_local_agent", about: "url" },
  trust_a2a_agent: { title: "tool.trust_a2a_agent", about: "task_base_url" },
};

const DIGEST = /^[0-9a-f]{64}$/;

export interface CallWords {
  /** "" when nobody says how the tool is called. */
  readonly title: string;
  /** The language of the title; "" for the reader's. */
  readonly lang: string;
  readonly about: string;
}

/** Who knows the titles of tools. */
export interface Titles {
  say(key: Key): string;
  /** The title an assistant's tool gives itself, and its language. */
  titled(tool: string): { readonly title: string; readonly lang: string };
}

export function callWords(call: CallLine, titles: Titles): CallWords {
  const ours = OURS[call.tool];
  if (!ours) return { ...titles.titled(call.tool), about: "" };
  return { title: titles.say(ours.title), lang: "", about: aboutOf(call.args, ours.about) };
}

/** The arguments that leave with a call: all, but for a mark of ours. No schema can hide one. */
export function leaving(tool: string, args: JsonObject): JsonObject {
  const { mark } = OURS[tool] ?? {};
  const isMark = (name: string): boolean => name === mark && DIGEST.test(textOf(args[name]));
  return Object.fromEntries(Object.entries(args).filter(([name]) => !isMark(name)));
}

/** The value of an argument; of an address only the site. */
function aboutOf(args: Json, name: string): string {
  const value = isObject(args) ? textOf(args[name]) : "";
  if (name === "query") return value ? `“${value}”` : "";
  return siteOf(value);
}

/** The site of an address as people know it. */
export function siteOf(address: string): string {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return URL.canParse(url) && address ? new URL(url).host.replace(/^www\./, "") : address;
}
