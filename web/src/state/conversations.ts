/** My conversations, newest first, as the server lists them. */
import { type Api, type Entry, Trouble } from "../transport/api.ts";
import { Changes } from "./changes.ts";

const PAGE = 20;

export class Conversations extends Changes {
  entries: readonly Entry[] = [];
  state: "loading" | "ready" | "failed" | "absent" = "loading";
  /** There are older ones. */
  more = false;
  readonly #api: Api;
  #next: string | null = null;

  constructor(api: Api) {
    super();
    this.#api = api;
  }

  async load(): Promise<void> {
    await this.#fetch(undefined);
  }

  async loadMore(): Promise<void> {
    if (this.#next) await this.#fetch(this.#next);
  }

  async erase(id: string): Promise<void> {
    await this.#api.erase(id);
    this.entries = this.entries.filter((entry) => entry.id !== id);
    this.changed();
  }

  async #fetch(before: string | undefined): Promise<void> {
    try {
      const page = await this.#api.conversations(PAGE, before);
      const known = new Set(page.items.map((entry) => entry.id));
      const kept = before ? this.entries.filter((entry) => !known.has(entry.id)) : [];
      this.entries = [...kept, ...page.items];
      this.#next = page.next;
      this.more = page.next !== null;
      this.state = "ready";
    } catch (error) {
      // A server that speaks only the seed door has no list: then there is nothing to show, and nothing is wrong.
      this.state = error instanceof Trouble && error.status === 404 ? "absent" : "failed";
    }
    this.changed();
  }
}
