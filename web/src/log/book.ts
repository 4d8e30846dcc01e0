/** The records of one conversation as far as they were loaded: any part of a log of any length, and what a filter finds. */
import { Changes } from "../state/changes.ts";
import type { Page } from "../transport/api.ts";
import type { JsonObject } from "../transport/json.ts";
import { type Line, lineOf, matches } from "./line.ts";

/** Asks for records with after < seq, at most `limit` of them. */
export type Reader = (after: number, limit: number) => Promise<Page>;

const PAGE = 500;

export class LogBook extends Changes {
  /** The newest seq there is. */
  head = 0;
  /** How many lines are here. */
  loaded = 0;
  /** The seqs the filter leaves, in order; null when there is no filter. */
  found: number[] | null = null;
  /** Reading failed; the next wish tries again. */
  broken = false;
  readonly kinds = new Map<string, number>();
  readonly #lines: (Line | undefined)[] = [];
  readonly #asked = new Set<number>();
  readonly #read: Reader;
  #kinds: ReadonlySet<string> = new Set();
  #text = "";
  #everything: Promise<void> | null = null;

  constructor(read: Reader) {
    super();
    this.#read = read;
  }

  line(seq: number): Line | undefined {
    return this.#lines[seq - 1];
  }

  /** The number of rows to show, and the record in each. */
  get rows(): number {
    return this.found ? this.found.length : this.head;
  }

  seqAt(row: number): number {
    return this.found ? (this.found[row] ?? 0) : row + 1;
  }

  rowOf(seq: number): number {
    return this.found ? this.found.indexOf(seq) : seq - 1;
  }

  /** Records up to here exist, though they may not be loaded. */
  reach(head: number): void {
    if (head <= this.head) return;
    this.head = head;
    this.changed();
  }

  /** Starts anew: what was here is no longer what the server has. */
  forget(): void {
    this.head = 0;
    this.loaded = 0;
    this.#lines.length = 0;
    this.kinds.clear();
    if (this.found) this.found = [];
    this.changed();
  }

  take(raw: JsonObject): void {
    this.#put(raw);
    this.changed();
  }

  /** Loads what lies between two seqs, unless it is here or on its way. */
  want(first: number, last: number): void {
    const from = Math.floor((Math.max(first, 1) - 1) / PAGE);
    const to = Math.floor((Math.min(last, this.head) - 1) / PAGE);
    for (let page = from; page <= to; page++) void this.#load(page);
  }

  /** Leaves only records of these kinds (all when empty) that hold this text; reads the whole log to know. */
  filter(kinds: ReadonlySet<string>, text: string): void {
    this.#kinds = kinds;
    this.#text = text.trim().toLowerCase();
    this.found = kinds.size === 0 && !this.#text ? null : this.#matching();
    this.changed();
    if (this.found) void this.readAll();
  }

  /** Reads everything there is, page after page. */
  readAll(): Promise<void> {
    this.#everything ??= this.#readAll().finally(() => (this.#everything = null));
    return this.#everything;
  }

  async #readAll(): Promise<void> {
    this.broken = false;
    for (let page = 0; page * PAGE < this.head && !this.broken; page++) await this.#load(page);
  }

  async #load(page: number): Promise<void> {
    const first = page * PAGE + 1;
    const last = Math.min(first + PAGE - 1, this.head);
    if (this.#asked.has(page) || this.#has(first, last)) return;
    this.#asked.add(page);
    try {
      let after = first - 1;
      while (after < last) {
        const answer = await this.#read(after, last - after);
        for (const raw of answer.items) this.#put(raw);
        if (answer.last <= after) break;
        after = answer.last;
      }
      this.broken = false;
    } catch {
      this.broken = true;
    } finally {
      this.#asked.delete(page);
      this.changed();
    }
  }

  #has(first: number, last: number): boolean {
    for (let seq = first; seq <= last; seq++) if (!this.#lines[seq - 1]) return false;
    return true;
  }

  #put(raw: JsonObject): void {
    const line = lineOf(raw);
    if (!line || this.#lines[line.seq - 1]) return;
    this.#lines[line.seq - 1] = line;
    this.loaded += 1;
    this.head = Math.max(this.head, line.seq);
    this.kinds.set(line.kind, (this.kinds.get(line.kind) ?? 0) + 1);
    if (this.found && matches(line, this.#kinds, this.#text)) insert(this.found, line.seq);
  }

  #matching(): number[] {
    const found: number[] = [];
    for (const line of this.#lines) if (line && matches(line, this.#kinds, this.#text)) found.push(line.seq);
    return found;
  }
}

/** Puts a seq in its place; nearly always that is the end. */
function insert(found: number[], seq: number): void {
  let at = found.length;
  while (at > 0 && (found[at - 1] ?? 0) > seq) at -= 1;
  found.splice(at, 0, seq);
}
