/** Where in a JSON text a path like `agents[0].tools[1].toolName` stands: of what is missing, the object that lacks it. */

/** The beginning and the end of it in the text; the whole when the text is no JSON. */
export function placeOf(text: string, path: string): readonly [number, number] {
  const steps = [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index ? Number(index) : (name ?? ""),
  );
  const reader = new Places(text);
  try {
    return reader.find(steps);
  } catch {
    return [0, text.length];
  }
}

class Places {
  #at = 0;
  /** The innermost thing that was entered on the way. */
  #last: readonly [number, number] = [0, 0];

  constructor(private readonly text: string) {}

  find(steps: readonly (string | number)[]): readonly [number, number] {
    this.#value(steps);
    return this.#last;
  }

  #value(steps: readonly (string | number)[] | null): void {
    this.#space();
    const start = this.#at;
    const sign = this.text[this.#at];
    if (sign === "{") this.#members("}", steps);
    else if (sign === "[") this.#members("]", steps);
    else if (sign === '"') this.#string();
    else this.#bare();
    if (steps && (steps.length === 0 || this.#last[1] <= start)) this.#last = [start, this.#at];
  }

  #members(end: string, steps: readonly (string | number)[] | null): void {
    const start = this.#at;
    this.#at += 1;
    for (let index = 0; ; index++) {
      this.#space();
      if (this.text[this.#at] === end) break;
      const name = end === "}" ? this.#name() : index;
      const wanted = steps && steps.length > 0 && steps[0] === name;
      this.#value(wanted ? steps.slice(1) : null);
      this.#space();
      if (this.text[this.#at] === ",") this.#at += 1;
      else if (this.text[this.#at] !== end) throw new Error("no JSON");
    }
    this.#at += 1;
    if (steps && this.#last[1] <= start) this.#last = [start, start + 1];
  }

  #name(): string {
    const from = this.#at;
    this.#string();
    const name = JSON.parse(this.text.slice(from, this.#at)) as string;
    this.#space();
    if (this.text[this.#at] !== ":") throw new Error("no JSON");
    this.#at += 1;
    return name;
  }

  #string(): void {
    this.#at += 1;
    while (this.#at < this.text.length && this.text[this.#at] !== '"') this.#at += this.text[this.#at] === "\\" ? 2 : 1;
    this.#at += 1;
  }

  #bare(): void {
    const from = this.#at;
    while (this.#at < this.text.length && !/[,\]}\s]/.test(this.text[this.#at] ?? "")) this.#at += 1;
    if (this.#at === from) throw new Error("no JSON");
  }

  #space(): void {
    while (/\s/.test(this.text[this.#at] ?? "")) this.#at += 1;
  }
}
