/** The files a person chose to send with their words, and how far they are; what the server would refuse is not taken. */
import type { Key, Values } from "../i18n/words.ts";
import type { Enclosed } from "../transport/api.ts";

export const MOST = 10;
export const FILE_BYTES = 20_000_000;
/** Of all together; a form has a little more than its files. */
export const ALL_BYTES = 24_900_000;

/** Why a file was not taken. */
export interface Refusal {
  readonly key: Key;
  readonly name: string;
  readonly limit: number;
}

export class ChosenFiles {
  #files: readonly File[] = [];
  #key = "";
  #words: string | null = null;
  #course = new AbortController();
  /** Why the last file was not taken. */
  refusal: Refusal | null = null;
  /** The part of the files that went, from 0 to 1. */
  part = 0;

  constructor(private readonly changed: () => void) {}

  get all(): readonly File[] {
    return this.#files;
  }

  add(files: Iterable<File>): void {
    this.refusal = null;
    for (const file of files) {
      const refusal = this.#refusal(file);
      if (refusal) this.refusal = refusal;
      else this.#hold([...this.#files, file]);
    }
    this.changed();
  }

  remove(file: File): void {
    this.refusal = null;
    this.#hold(this.#files.filter((one) => one !== file));
    this.changed();
  }

  clear(): void {
    this.refusal = null;
    this.#hold([]);
    this.changed();
  }

  /** What goes with these words. Tried again unchanged it is the same message: the server takes it once. */
  with(words: string): Enclosed {
    if (words !== this.#words) this.#key = crypto.randomUUID();
    this.#words = words;
    this.part = 0;
    this.#course = new AbortController();
    const sent = (part: number): void => {
      this.part = part;
      this.changed();
    };
    return { files: this.#files, key: this.#key, signal: this.#course.signal, sent };
  }

  /** Takes back what is on its way. */
  stop(): void {
    this.#course.abort();
  }

  get stopped(): boolean {
    return this.#course.signal.aborted;
  }

  #hold(files: readonly File[]): void {
    this.#files = files;
    this.#words = null;
  }

  #refusal({ name, size }: File): Refusal | null {
    const together = this.#files.reduce((sum, file) => sum + file.size, size);
    if (size === 0) return { key: "files.empty", name, limit: 1 };
    if (size > FILE_BYTES) return { key: "files.tooLarge", name, limit: FILE_BYTES };
    if (this.#files.length >= MOST) return { key: "files.tooMany", name, limit: MOST };
    return together > ALL_BYTES ? { key: "files.tooMuch", name, limit: ALL_BYTES } : null;
  }
}

/** The values of the sentence; `size` writes bytes as people read them. */
export function valuesOf({ key, name, limit }: Refusal, size: (bytes: number) => string): Values {
  return { name, limit: key === "files.tooMany" ? limit : size(limit) };
}
