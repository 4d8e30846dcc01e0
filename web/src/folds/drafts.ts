/** Words in the making: what deltas add up to until the record that holds them comes, or they are taken back. */
import { isObject, type Json, type JsonObject, textOf } from "../transport/json.ts";

export interface DraftText {
  readonly scope: string;
  readonly text: string;
  /** Thought aloud: seen while it lasts, and kept nowhere. */
  readonly thinking: boolean;
}

export class Drafts {
  #drafts: ReadonlyMap<string, DraftText> = new Map();

  /** Those being written now, oldest first. */
  get all(): readonly DraftText[] {
    return [...this.#drafts.values()];
  }

  /** Takes a note of the stream; true when it changed something. */
  note(note: JsonObject): boolean {
    const id = textOf(note["draft"]);
    if (note["kind"] === "draft_gone") return this.#drop(id);
    const thinking = note["kind"] === "thinking";
    if ((!thinking && note["kind"] !== "delta") || !id) return false;
    const before = this.#drafts.get(id)?.text ?? "";
    // The server counts characters, not halves of them.
    const letters = [...before];
    const offset = typeof note["offset"] === "number" ? note["offset"] : letters.length;
    const text = letters.slice(0, offset).join("") + textOf(note["text"]);
    if (thinking && !text) return this.#drop(id);
    this.#drafts = new Map([...this.#drafts, [id, { scope: textOf(note["scope"]) || "/", text, thinking }]]);
    return true;
  }

  /** A record that holds the words of a draft takes its place. */
  record(event: Json | undefined): void {
    if (isObject(event)) this.#drop(textOf(event["draft"]));
  }

  forget(): void {
    this.#drafts = new Map();
  }

  #drop(id: string): boolean {
    if (!this.#drafts.has(id)) return false;
    this.#drafts = new Map([...this.#drafts].filter(([key]) => key !== id));
    return true;
  }
}
