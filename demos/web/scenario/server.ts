/** What the page asks of the server besides conversations: cards, scenarios, the library, the players there are. */
import type { Api } from "../../../web/src/transport/api.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  parseJson,
  textOf,
} from "../../../web/src/transport/json.ts";
import { bridgedAt } from "./bridges.ts";
import { type Wrong, wrongIn } from "./refusal.ts";
import { type Scenario, scenarioOf } from "./scenario.ts";
import { base64url } from "./stored.ts";

const LIBRARY = "/api/scenarios";
const EXCHANGES = "/api/scenario/exchanges";
const STORAGE = "/api/scenario/storage";

/** A scenario of the library, as its list has it. */
export interface LibraryEntry {
  readonly id: string;
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly locked: boolean;
  readonly deleted: boolean;
  readonly shipped: boolean;
  readonly version: number;
}

export interface Checked {
  readonly errors: readonly Wrong[];
  readonly warnings: readonly Wrong[];
  readonly leftOut: number;
}

/** What a changed card said before, and what it says now. */
export interface Difference {
  readonly what: string;
  readonly was: string;
  readonly now: string;
}

/** What the card of an agent says, and what is odd about it. */
export interface CardCheck {
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly dialects: readonly string[];
  readonly trust: string;
  readonly digest: string;
  readonly warnings: readonly string[];
  /** A person has to agree before it is called. */
  readonly doubtful: boolean;
  readonly differences: readonly Difference[];
  /** The origin it wants to be called at, where that is not its own. */
  readonly elsewhere: string;
  readonly raw: JsonObject;
}

export interface Player {
  readonly name: string;
  readonly description: string;
}

export class Server {
  constructor(private readonly api: Api) {}

  /** The address by which a scenario of this server's library is known. */
  addressOf(id: string): string {
    return new URL(`${this.api.base}${LIBRARY}/${encodeURIComponent(id)}`, location.href).href;
  }

  /** The id of a scenario of this library by its address; "" for one of elsewhere. */
  idOf(address: string): string {
    const own = this.addressOf("");
    return address.startsWith(own) ? decodeURIComponent(address.slice(own.length)) : "";
  }

  /** Where a side that is played here is an agent. */
  bridge(config: JsonObject): string {
    return new URL(`${this.api.base}/api/bridge/${base64url(JSON.stringify(config))}/a2a`, location.href).href;
  }

  /** Whether that is such a side on this server. */
  ownBridge(endpoint: string): boolean {
    return endpoint.startsWith(new URL(`${this.api.base}/api/bridge/`, location.href).href);
  }

  /** The run that plays the other side of this one; "" where nobody plays it here. */
  async otherSide(run: string): Promise<string> {
    return textOf(objectOf(await this.api.ask(`/api/scenario/runs/${run}`))["otherSide"]);
  }

  /** The scenario of a side that is played at such an address, and who is to call it; null for any other address. */
  behind(endpoint: string): { readonly address: string; readonly caller: string } | null {
    const side = bridgedAt(endpoint);
    if (!side || side.whole) return null;
    return { address: `${side.base}${LIBRARY}/${encodeURIComponent(side.scenario)}`, caller: side.caller };
  }

  async library(deleted = false): Promise<LibraryEntry[]> {
    const answer = objectOf(await this.api.ask(deleted ? `${LIBRARY}?deleted=1` : LIBRARY));
    return listOf(answer["scenarios"])
      .filter(isObject)
      .map((one) => this.#entry(one));
  }

  /** A scenario as the library keeps it, also a deleted one. */
  async entry(id: string): Promise<{ readonly entry: LibraryEntry; readonly config: JsonObject }> {
    const raw = objectOf(await this.api.ask(`${LIBRARY}/${encodeURIComponent(id)}?deleted=1`));
    return this.#kept(raw);
  }

  /** Adds a scenario, or changes the version that was opened; with the operator's token also a locked one. */
  async save(
    config: JsonObject,
    before: LibraryEntry | null,
    token = "",
  ): Promise<{ entry: LibraryEntry; config: JsonObject }> {
    if (!before) return this.#kept(objectOf(await this.api.ask(LIBRARY, "POST", { config })));
    const headers = { "If-Match": `"${before.version}"`, ...(token ? { "X-Edit-Token": token } : {}) };
    const path = `${LIBRARY}/${encodeURIComponent(before.id)}`;
    return this.#kept(objectOf(await this.api.ask(path, "PUT", { config }, headers)));
  }

  /** Hides a scenario, or brings it back. */
  async hide(id: string, hidden: boolean): Promise<void> {
    const path = `${LIBRARY}/${encodeURIComponent(id)}`;
    await (hidden ? this.api.ask(path, "DELETE") : this.api.ask(`${path}/restore`, "POST", {}));
  }

  /** What is wrong with a scenario and what it lacks, each with its place. */
  async check(config: Json): Promise<Checked> {
    const raw = objectOf(await this.api.ask("/api/scenario/check", "POST", config));
    return { errors: wrongIn(raw["errors"]), warnings: wrongIn(raw["warnings"]), leftOut: Number(raw["leftOut"] ?? 0) };
  }

  /** What a model that plays this agent is asked before anything happened. */
  async preview(scenario: Json, agent: string): Promise<string> {
    const raw = objectOf(await this.api.ask("/api/scenario/preview", "POST", { scenario, agent }));
    return `${textOf(raw["system"])}\n\n${textOf(raw["user"])}`;
  }

  async scenario(address: string): Promise<Scenario> {
    const id = this.idOf(address);
    if (id) return scenarioOf(await this.api.ask(`${LIBRARY}/${encodeURIComponent(id)}`));
    return scenarioOf(await this.api.ask("/api/scenario/load", "POST", { url: address }));
  }

  async card(url: string): Promise<CardCheck> {
    return cardOf(objectOf(await this.api.ask("/api/scenario/card", "POST", { url })));
  }

  /** Agrees that an agent on this machine or network is called at this one address. Refused where that is not theirs. */
  async allow(url: string): Promise<void> {
    const raw = objectOf(await this.api.ask("/api/scenario/allow", "POST", { url }));
    if (raw["allowed"] !== true) await this.consent(textOf(raw["conversation"]), textOf(raw["question"]), true);
  }

  /** What `loket check` says of an agent, which is sent no message. */
  async checked(url: string): Promise<JsonObject> {
    return objectOf(await this.api.ask("/api/scenario/card/check", "POST", { url }));
  }

  /** Agrees that this agent is called as its card of this digest is. */
  async agree(url: string, digest: string): Promise<void> {
    await this.api.ask("/api/scenario/agree", "POST", { url, digest });
  }

  /** Starts a run and lets its planner take the first step; its id. */
  async begin(choice: JsonObject): Promise<string> {
    const run = textOf(objectOf(await this.api.ask("/api/scenario/runs", "POST", choice))["run"]);
    await this.act(run, "begin");
    return run;
  }

  /** Begins, stops, notes something to the planner, flags or purges files. */
  async act(run: string, deed: string, body: JsonObject = {}): Promise<void> {
    await this.api.ask(`/api/scenario/runs/${run}/${deed}`, "POST", body);
  }

  /** What went over the wires of a run, the newest first; with words only what has all of them. */
  async exchanges(run: string, words: string): Promise<{ exchanges: readonly JsonObject[]; more: boolean }> {
    const query = new URLSearchParams({ conversation: run, q: words });
    const raw = objectOf(await this.api.ask(`${EXCHANGES}?${query}`));
    return { exchanges: listOf(raw["exchanges"]).filter(isObject), more: raw["more"] === true };
  }

  async exchange(run: string, name: string): Promise<JsonObject> {
    return objectOf(await this.api.ask(`${EXCHANGES}/${run}/${name}`));
  }

  /** Asks for a request to be sent again, as it was or edited: it waits for a yes to this question. */
  async sendAgain(run: string, name: string, request: Json): Promise<{ conversation: string; question: string }> {
    const raw = objectOf(
      await this.api.ask(`${EXCHANGES}/${run}/${name}/send`, "POST", request === null ? {} : { request }),
    );
    return { conversation: textOf(raw["conversation"]), question: textOf(raw["question"]) };
  }

  async consent(conversation: string, to: string, yes: boolean): Promise<void> {
    const answer = yes ? { approve: true } : { refuse: true };
    await this.api.tell(conversation, { kind: "answered", to, ...answer }, crypto.randomUUID());
  }

  /** What is remembered of a person between visits, in whatever browser. */
  async remembered(): Promise<JsonObject> {
    return objectOf(objectOf(await this.api.ask(STORAGE))["items"]);
  }

  /** Remembers a value; what can't be is kept in this browser all the same. */
  async remember(name: string, value: string): Promise<void> {
    const body = parseJson(value);
    const whole: Json = body !== null && typeof body === "object" ? (body as Json) : value;
    await this.api
      .ask(`${STORAGE}/${name.split("/").map(encodeURIComponent).join("/")}`, "PUT", whole)
      .catch(() => null);
  }

  /** The language models that can play; the mock plays nothing. */
  async players(): Promise<Player[]> {
    const answer: Json = await this.api.ask("/api/llm/providers");
    return listOf(answer)
      .filter(isObject)
      .map((one) => ({ name: textOf(one["name"]), description: textOf(one["description"]) }))
      .filter(({ name }) => name !== "mock");
  }

  #kept(raw: JsonObject): { readonly entry: LibraryEntry; readonly config: JsonObject } {
    const config = objectOf(raw["config"]);
    const about = objectOf(config["metadata"]);
    const { title = "", description = "" } = about;
    return { entry: this.#entry({ ...raw, title, description }), config };
  }

  #entry(raw: JsonObject): LibraryEntry {
    const id = textOf(raw["id"]);
    return {
      id,
      address: this.addressOf(id),
      title: textOf(raw["title"]) || id,
      description: textOf(raw["description"]),
      locked: raw["locked"] === true,
      deleted: raw["deleted"] === true,
      shipped: raw["shipped"] === true,
      version: Number(raw["version"] ?? 0),
    };
  }
}

/** What was read of an agent, as the server tells it or as a record has it. */
export function cardOf(raw: JsonObject): CardCheck {
  const card = objectOf(raw["card"]);
  return {
    name: textOf(raw["agent_name"]) || textOf(card["name"]),
    description: textOf(raw["agent_description"]) || textOf(card["description"]),
    address: textOf(raw["tasking_base_url"]) || textOf(raw["source"]),
    dialects: listOf(raw["spoken"]).map(textOf),
    trust: textOf(objectOf(raw["pin"])["state"]) || textOf(raw["trust"]),
    digest: textOf(raw["digest"]),
    warnings: listOf(raw["warnings"]).map(textOf),
    doubtful: listOf(raw["confirmation_needed"]).length > 0,
    differences: listOf(raw["differences"])
      .filter(isObject)
      .map((one) => ({ what: textOf(one["what"]), was: textOf(one["was"]), now: textOf(one["now"]) })),
    elsewhere: textOf(raw["other_origin"]),
    raw: isObject(raw["card"]) ? card : raw,
  };
}
