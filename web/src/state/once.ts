/** What is under way is not begun again: whoever presses a button twice on a slow line means it once. */
export class Once {
  readonly #under = new Map<string, Promise<boolean>>();

  /** `changed` is called whenever something begins and when it is over. */
  constructor(private readonly changed: () => void) {}

  get busy(): boolean {
    return this.#under.size > 0;
  }

  /** Does it, or waits for the one of this key that is being done. */
  run(key: string, does: () => Promise<boolean>): Promise<boolean> {
    const before = this.#under.get(key);
    if (before) return before;
    const under = does().finally(() => {
      this.#under.delete(key);
      this.changed();
    });
    this.#under.set(key, under);
    this.changed();
    return under;
  }
}
