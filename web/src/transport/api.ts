/** Loket's own API, as far as the shell uses it. Every failure becomes a Trouble with the server's stable code. */
import type { Pass } from "../state/pass.ts";
import { type AssistantInfo, assistantOf } from "./assistant-info.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "./json.ts";
import { type Answer, upload } from "./upload.ts";

/** Something the server refused, or 0 and `unreachable` when it could not be asked. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    /** The whole answer, for whoever knows more of it. */
    readonly body: Json = null,
  ) {
    super(text);
  }
}

/** The files that go with a message; `sent` is told the part of them that went, `signal` takes them back. */
export interface Enclosed {
  readonly files: readonly File[];
  readonly key: string;
  readonly signal: AbortSignal;
  sent(part: number): void;
}

/** How a surface is drawn, and its model before anything happened. */
export interface PageInfo {
  readonly id: string;
  readonly title: string;
  readonly catalog: string;
  readonly components: readonly Json[];
  readonly model: JsonObject;
}

/** The pages of an assistant. `module` is where the script is that brings parts of its own for them, or "". */
export interface PagesInfo {
  readonly items: readonly PageInfo[];
  readonly module: string;
}

export interface Entry {
  readonly id: string;
  readonly assistant: string;
  readonly title: string;
  readonly state: string;
  /** How the last thing it did came out; "" while something goes on, and before anything ended. */
  readonly outcome: string;
  readonly created: string;
  readonly updated: string;
}

export interface Snapshot {
  readonly title: string;
  readonly assistant: string;
  readonly state: string;
  readonly upto: number;
  readonly views: JsonObject;
}

export interface Page {
  readonly items: readonly JsonObject[];
  readonly first: number;
  readonly last: number;
  readonly more: boolean;
}

const PATIENCE = 15_000;
/** Another server goes on within this time with what one had that stops or died. */
const AGAIN_FOR = 20_000;

/** The JSON of an answer. */
async function read(pass: Pass, asked: Promise<Answer>): Promise<Json> {
  let answer: Answer;
  try {
    answer = await asked;
  } catch {
    throw new Trouble(0, "unreachable", "");
  }
  const body = answer.status === 204 ? null : await answer.json().catch((): null => null);
  if (answer.ok) return body as Json;
  const error = objectOf(objectOf(body)["error"]);
  const code = textOf(error["code"]) || `http_${answer.status}`;
  pass.refused(answer.status, code);
  throw new Trouble(answer.status, code, textOf(error["text"]), body as Json);
}

function send(method: string, body: Json): RequestInit {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function entryOf(raw: Json): Entry {
  const value = objectOf(raw);
  const text = (name: string): string => textOf(value[name]);
  return {
    id: text("id"),
    assistant: text("assistant"),
    title: text("title"),
    state: text("state"),
    outcome: text("outcome"),
    created: text("created"),
    updated: text("updated"),
  };
}

export class Api {
  readonly base: string;

  constructor(
    base: string,
    readonly pass: Pass,
  ) {
    this.base = base;
  }

  /** Turns a token into a cookie; Trouble `wrong_token` when it is nobody's. */
  async signIn(token: string): Promise<void> {
    await this.#ask(this.#login, { ...send("POST", { token }), credentials: "include" });
    this.pass.granted();
  }

  async signOut(): Promise<void> {
    await this.#ask(this.#login, { method: "DELETE", credentials: "include" });
    this.pass.returned();
  }

  /** What a door of a package answers. */
  ask(path: string, method = "GET", body?: Json, headers: Record<string, string> = {}): Promise<Json> {
    const init = body === undefined ? { method } : send(method, body);
    return this.#ask(`${this.base}${path}`, { ...init, headers: { ...init.headers, ...headers } });
  }

  async assistants(): Promise<AssistantInfo[]> {
    const items = listOf(objectOf(await this.#ask(`${this.base}/api/assistants`))["items"]);
    return items.filter(isObject).map(assistantOf);
  }

  async pages(assistant: string): Promise<PagesInfo> {
    const answer = objectOf(await this.#ask(`${this.base}/api/assistants/${encodeURIComponent(assistant)}/pages`));
    const items = listOf(answer["items"]).map((raw) => {
      const value = objectOf(raw);
      return {
        id: textOf(value["id"]),
        title: textOf(value["title"]),
        catalog: textOf(value["catalog"]),
        components: listOf(value["components"]),
        model: objectOf(value["model"]),
      };
    });
    const module = textOf(answer["module"]);
    return { items, module: module && `${this.base}${module}` };
  }

  /** My conversations, newest first; `before` continues an earlier page. */
  async conversations(limit: number, before?: string): Promise<{ items: Entry[]; next: string | null }> {
    const query = new URLSearchParams({ limit: String(limit), ...(before ? { before } : {}) });
    const page = objectOf(await this.#ask(`${this.base}/api/conversations?${query}`));
    return { items: listOf(page["items"]).map(entryOf), next: textOf(page["next"]) || null };
  }

  /** Begins a conversation with an assistant and gives its id. */
  async begin(assistant: string, settings: JsonObject = {}): Promise<string> {
    const asked = send("POST", { assistant, settings });
    return textOf(objectOf(await this.#ask(`${this.base}/api/conversations`, asked))["id"]);
  }

  async conversation(id: string): Promise<Snapshot> {
    const value = objectOf(await this.#ask(this.#at(id)));
    return {
      title: textOf(value["title"]),
      assistant: textOf(value["assistant"]),
      state: textOf(value["state"]),
      upto: Number(value["upto"] ?? 0),
      views: objectOf(value["views"]),
    };
  }

  /** Records after or before a seq, oldest first. */
  async records(id: string, range: { after?: number; before?: number; limit: number }): Promise<Page> {
    const query = new URLSearchParams(Object.entries(range).map(([key, value]) => [key, String(value)]));
    const page = objectOf(
      await this.#ask(`${this.#at(id)}/events?${query}`, { headers: { Accept: "application/json" } }),
    );
    const items = listOf(page["items"]).filter(isObject);
    return {
      items,
      first: Number(page["first"] ?? 0),
      last: Number(page["last"] ?? 0),
      more: page["more"] === true,
    };
  }

  /** What a model was asked for a decision. */
  prompt(id: string, seq: number): Promise<Json> {
    return this.#ask(`${this.#at(id)}/events/${seq}/prompt`);
  }

  /** Tells a person's event to the conversation; the same key is never told twice. */
  async tell(id: string, event: JsonObject, key: string): Promise<number> {
    const init = send("POST", event);
    const headers = { ...init.headers, "Idempotency-Key": key };
    return Number(objectOf(await this.#ask(`${this.#at(id)}/events`, { ...init, headers }, true))["seq"] ?? 0);
  }

  /** Words of a person with files, as one message. */
  async send(id: string, text: string, { files, ...how }: Enclosed): Promise<void> {
    const form = new FormData();
    form.set("text", text);
    for (const file of files) form.append("file", file);
    const { credentials } = this.pass;
    await read(this.pass, upload(`${this.#at(id)}/files`, form, { ...how, credentials }));
  }

  /** A new conversation with the first records of this one; its id. */
  async fork(id: string, at: number): Promise<string> {
    return textOf(objectOf(await this.#ask(`${this.#at(id)}/fork?at=${at}`, { method: "POST" }))["id"]);
  }

  async erase(id: string): Promise<void> {
    await this.#ask(this.#at(id), { method: "DELETE" });
  }

  /** Where the whole log can be downloaded, a record a line. */
  exportAddress(id: string): string {
    return `${this.#at(id)}/export`;
  }

  /** Where the bytes of a file can be downloaded. */
  fileAddress(id: string, sha256: string): string {
    return `${this.#at(id)}/files/${sha256}`;
  }

  /** Where records are followed from after a seq, with what they make of pages where there are any. */
  followAddress(id: string, after: number, pages: boolean): string {
    return `${this.#at(id)}/events?after=${after}${pages ? "&pages=true" : ""}`;
  }

  /** Asks the server and gives its JSON; who asks is known by the pass. Again while the server says "later". `safe`: however often it comes, it is not done twice. */
  async #ask(url: string, init: RequestInit = {}, safe = !init.method): Promise<Json> {
    const until = Date.now() + AGAIN_FOR;
    for (;;) {
      try {
        const { credentials } = this.pass;
        const asked = { cache: "no-store", credentials, signal: AbortSignal.timeout(PATIENCE), ...init } as const;
        return await read(this.pass, fetch(url, asked));
      } catch (error) {
        const { status, code } = error as Trouble;
        // A server that stops has taken nothing.
        if (status !== 503 || !(safe || code === "closing") || Date.now() > until) throw error;
      }
      await new Promise((again) => setTimeout(again, 1000));
    }
  }

  get #login(): string {
    return `${this.base}/api/login`;
  }

  #at(id: string): string {
    return `${this.base}/api/conversations/${encodeURIComponent(id)}`;
  }
}
