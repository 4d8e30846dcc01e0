/** Begins talks: one whose first words the server did not take is there for the next try. */
import { type Api, Trouble } from "../transport/api.ts";
import type { JsonObject } from "../transport/json.ts";

/** Words that were not sent, and the files that would go with them. */
export interface Unfinished {
  readonly text: string;
  readonly files: readonly File[];
}

export class FirstWords {
  /** A talk that was begun and in which nothing was said. */
  #empty: { readonly id: string; readonly assistant: string } | null = null;

  constructor(private readonly api: Api) {}

  /** The talk that took the words; Trouble when it did not. */
  async tell(assistant: string, tell: (id: string) => Promise<unknown>, settings: JsonObject): Promise<string> {
    const id = this.#empty?.assistant === assistant ? this.#empty.id : await this.api.begin(assistant, settings);
    this.#empty = { id, assistant };
    try {
      await tell(id);
    } catch (error) {
      if (error instanceof Trouble && [404, 410].includes(error.status)) this.#empty = null;
      throw error;
    }
    this.#empty = null;
    return id;
  }

  /** Somebody went on in a talk by another way: it is no longer for the next try. */
  opened(id: string | null): void {
    if (this.#empty?.id === id) this.#empty = null;
  }
}
