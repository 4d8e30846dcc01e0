/** What the server says of an assistant that people can talk with. */
import { type Json, type JsonObject, listOf, objectOf, textOf } from "./json.ts";

/** What a server that does not say takes. */
const LETTERS = 20_000;

export interface SurfaceInfo {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly icon: string;
  readonly titles: Readonly<Record<string, string>>;
  readonly summaries: Readonly<Record<string, string>>;
}

/** What an assistant is called and what one may begin with, in one language. */
export interface InLanguage {
  readonly title: string;
  readonly summary: string;
  readonly starters: readonly string[];
}

export interface AssistantInfo {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** The language its title, summary and starters are in. */
  readonly locale: string;
  /** Its own language. */
  readonly own: string;
  readonly surfaces: readonly SurfaceInfo[];
  /** One speaks with it in words, beside its surfaces or without any. */
  readonly talk: boolean;
  /** Sentences a person may begin with. */
  readonly starters: readonly string[];
  /** The same in other languages than its own, by their codes. */
  readonly languages: Readonly<Record<string, InLanguage>>;
  /** It can be told the address of somebody's agent. */
  readonly findsAgents: boolean;
  /** What its tools are called, by their names; those without a title are left out. */
  readonly tools: Readonly<Record<string, string>>;
  /** What its specialists are called in other languages, by their codes and names. */
  readonly specialists: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What belongs beside the talk: `map` or nothing. */
  readonly beside: string;
  /** How long a message should be at most, in characters. */
  readonly letters: number;
  /** A person may add files to a message. */
  readonly files: boolean;
  /** What is asked before a talk; null when nothing is. */
  readonly setup: SetUpInfo | null;
}

export interface SetUpStep {
  readonly title: string;
  readonly hint: string;
  /** The JSON Schema of its fields. */
  readonly fields: JsonObject;
}

/** `setting` is what it becomes, `steps` what is asked, by language. */
export interface SetUpInfo {
  readonly setting: string;
  readonly steps: Readonly<Record<string, readonly SetUpStep[]>>;
}

function setUpOf(raw: Json): SetUpInfo | null {
  const value = objectOf(raw);
  const setting = textOf(value["setting"]);
  const steps = Object.entries(objectOf(value["steps"])).map(([code, all]) => [code, listOf(all).map(stepOf)] as const);
  return setting && steps.length > 0 ? { setting, steps: Object.fromEntries(steps) } : null;
}

function stepOf(raw: Json): SetUpStep {
  const value = objectOf(raw);
  return { title: textOf(value["title"]), hint: textOf(value["hint"]), fields: objectOf(value["fields"]) };
}

function words(value: Json | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([key, text]) => [key, textOf(text)]));
}

function surfaceOf(raw: Json): SurfaceInfo {
  const value = objectOf(raw);
  return {
    id: textOf(value["id"]),
    title: textOf(value["title"]),
    summary: textOf(value["summary"]),
    icon: textOf(value["icon"]),
    titles: words(value["titles"]),
    summaries: words(value["summaries"]),
  };
}

function languageOf(raw: Json): InLanguage {
  const value = objectOf(raw);
  return {
    title: textOf(value["title"]),
    summary: textOf(value["summary"]),
    starters: listOf(value["starters"]).map(textOf).filter(Boolean),
  };
}

/** An assistant as the list of them has it. */
export function assistantOf(value: JsonObject): AssistantInfo {
  return {
    name: textOf(value["name"]),
    title: textOf(value["title"]),
    summary: textOf(value["summary"]),
    locale: textOf(value["locale"]),
    own: textOf(value["locale"]),
    surfaces: listOf(value["surfaces"]).map(surfaceOf),
    talk: value["talk"] === true,
    starters: listOf(value["starters"]).map(textOf).filter(Boolean),
    languages: Object.fromEntries(
      Object.entries(objectOf(value["languages"])).map(([code, told]) => [code, languageOf(told)]),
    ),
    findsAgents: value["finds_agents"] === true,
    tools: words(value["tools"]),
    specialists: Object.fromEntries(
      Object.entries(objectOf(value["specialists"])).map(([code, titles]) => [code, words(titles)]),
    ),
    beside: textOf(value["beside"]),
    letters: Number(value["letters"]) || LETTERS,
    files: value["files"] === true,
    setup: setUpOf(value["setup"] ?? null),
  };
}
