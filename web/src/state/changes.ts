/** The smallest way to tell others that something changed. */

/** Something that changes: whoever listens is told, without being told what. */
export class Changes {
  readonly #listeners = new Set<() => void>();

  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
