/** What the page asks of the server besides conversations: cards, scenarios, the library, the players there are. */
import type { Api } from "../../../web/src/transport/api.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../../../web/src/transport/json.ts";
import { type Scenario, scenarioOf } from "./scenario.ts";

const LIBRARY = "/api/scenarios";

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

/** What the card of an agent says, and what is odd about it. */
export interface CardCheck {
  readonly name: string;
  readonly description: string;
  readonly address: string;
  readonly dialects: readonly string[];
  readonly trust: string;
  readonly digest: string;
  readonly warnings: readonly string[];
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

  async library(deleted = false): Promise<LibraryEntry[]> {
    const answer = objectOf(await this.api.ask(deleted ? `${LIBRARY}?deleted=1` : LIBRARY));
    return listOf(answer["scenarios"])
      .filter(isObject)
      .map((one) => this.#entry(one));
  }

  async scenario(address: string): Promise<Scenario> {
    const own = this.addressOf("");
    if (address.startsWith(own)) return scenarioOf(await this.api.ask(`${LIBRARY}/${address.slice(own.length)}`));
    return scenarioOf(await this.api.ask("/api/scenario/load", "POST", { url: address }));
  }

  async card(url: string): Promise<CardCheck> {
    return cardOf(objectOf(await this.api.ask("/api/scenario/card", "POST", { url })));
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

  async players(): Promise<Player[]> {
    const answer: Json = await this.api.ask("/api/llm/providers");
    return listOf(answer)
      .filter(isObject)
      .map((one) => ({ name: textOf(one["name"]), description: textOf(one["description"]) }));
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
    raw: isObject(raw["card"]) ? card : raw,
  };
}
