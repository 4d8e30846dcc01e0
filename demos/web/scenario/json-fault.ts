/** Where a text stops being JSON, and why, as a person who wrote it can mend it: what browsers say is English, each its own. */

export type Cause = "end" | "comma" | "extra" | "colon" | "name" | "value" | "text" | "number" | "after";

export interface Fault {
  readonly at: number;
  readonly cause: Cause;
}

/** The first thing that is wrong; null where nothing is. */
export function faultIn(text: string): Fault | null {
  return new Reader(text).read();
}

/** Its line and its place in that, both from 1. */
export function lineOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Each function reads one thing, and says whether it was one; what is wrong is said once. */
class Reader {
  #at = 0;
  #fault: Fault | null = null;

  constructor(private readonly text: string) {}

  read(): Fault | null {
    if (this.#value() && this.#next() !== "") this.#wrong("after");
    return this.#fault;
  }

  #value(): boolean {
    const sign = this.#next();
    if (sign === "{") return this.#members("}");
    if (sign === "[") return this.#members("]");
    if (sign === '"') return this.#string();
    if (/[-\d]/.test(sign)) return this.#took(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y, "number");
    return this.#took(/(?:true|false|null)(?!\w)/y, "value");
  }

  #members(end: string): boolean {
    this.#at += 1;
    if (this.#next() === end) return this.#over();
    for (;;) {
      if (end === "}" && !this.#name()) return false;
      if (!this.#value()) return false;
      const sign = this.#next();
      if (sign === end) return this.#over();
      if (sign !== ",") return this.#wrong("comma");
      const comma = this.#at;
      this.#at += 1;
      if (this.#next() === end) return this.#wrong("extra", comma);
    }
  }

  #name(): boolean {
    if (this.#next() !== '"') return this.#wrong("name");
    if (!this.#string()) return false;
    return this.#next() === ":" ? this.#over() : this.#wrong("colon");
  }

  /** What is not closed is wrong where it begins. */
  #string(): boolean {
    const from = this.#at;
    const closed = this.#took(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y, "text");
    return closed || this.#wrong("text", from);
  }

  #took(kind: RegExp, cause: Cause): boolean {
    kind.lastIndex = this.#at;
    const [all] = kind.exec(this.text) ?? [];
    if (all === undefined) return this.#wrong(cause);
    this.#at += all.length;
    return true;
  }

  #over(): boolean {
    this.#at += 1;
    return true;
  }

  #wrong(cause: Cause, at = this.#at): boolean {
    this.#fault ??= { at, cause: at >= this.text.length ? "end" : cause };
    return false;
  }

  /** The next sign that is no space; "" at the end. */
  #next(): string {
    while (/[ \t\r\n]/.test(this.text[this.#at] ?? "")) this.#at += 1;
    return this.text[this.#at] ?? "";
  }
}
