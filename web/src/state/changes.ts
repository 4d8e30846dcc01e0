/** The smallest way to tell others that something changed, and how an element listens to it. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

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

/** Draws its element again whenever one of these changes, while the element is on the page. */
export class Watching implements ReactiveController {
  #stops: (() => void)[] = [];
  readonly #host: ReactiveControllerHost;
  readonly #what: () => readonly Changes[];

  constructor(host: ReactiveControllerHost, what: () => readonly Changes[]) {
    this.#host = host;
    this.#what = what;
    host.addController(this);
  }

  hostConnected(): void {
    this.#stops = this.#what().map((changes) => changes.subscribe(() => this.#host.requestUpdate()));
  }

  hostDisconnected(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }
}
