/** Gives an element the app and draws it again when something it shows has changed. */
import { ContextConsumer } from "@lit/context";
import type { ReactiveController, ReactiveElement } from "lit";
import { type App, appContext } from "../state/app.ts";
import type { Changes } from "../state/changes.ts";

export class Here implements ReactiveController {
  #app: App | undefined;
  #stops: (() => void)[] = [];

  constructor(
    private readonly host: ReactiveElement,
    private readonly watches: (app: App) => readonly (Changes | null | undefined)[],
  ) {
    host.addController(this);
    new ContextConsumer(host, {
      context: appContext,
      callback: (app) => {
        this.#app = app;
        this.listen();
        host.requestUpdate();
      },
    });
  }

  /** The app; elements only draw once they are below the shell, so it is there. */
  get app(): App {
    if (!this.#app) throw new Error("This element stands outside <loket-shell>.");
    return this.#app;
  }

  /** Listens anew, because what is watched may itself have been replaced. */
  listen(): void {
    this.#leave();
    const app = this.#app;
    if (!app) return;
    for (const changes of this.watches(app)) {
      if (changes) this.#stops.push(changes.subscribe(() => this.host.requestUpdate()));
    }
    // The conversation of the app may be another one now: what is watched belongs to it.
    this.#stops.push(
      app.subscribe(() => {
        this.listen();
        this.host.requestUpdate();
      }),
    );
  }

  hostConnected(): void {
    this.listen();
  }

  hostDisconnected(): void {
    this.#leave();
  }

  #leave(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}
