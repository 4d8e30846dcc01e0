/** What the shell gave to a talk of its own, and what all elements of the workbench begin with. */
import type { TalkParts } from "../../../web/src/modules/talk-parts.ts";
import type { App } from "../../../web/src/state/app.ts";
import { Changes } from "../../../web/src/state/changes.ts";
import { shell } from "../shell.ts";
import { type Key, sayFor } from "./words.ts";

export let parts: TalkParts;

export function take(given: TalkParts): void {
  parts = given;
}

/** An element of the workbench: drawn into the page, with the app, and in the reader's language. */
export abstract class Piece extends shell.LitElement {
  readonly #here = new parts.Here(this, (app) => this.watches(app));

  protected override createRenderRoot(): this {
    return this;
  }

  protected get app(): App {
    return this.#here.app;
  }

  /** What it is drawn anew for, besides its own properties: the run, or what one is set up with. */
  protected watches(app: App): readonly (Changes | null | undefined)[] {
    const { run, config } = this as { readonly run?: unknown; readonly config?: unknown };
    return [app.settings, ...[run, config].filter((one) => one instanceof Changes)];
  }

  protected say(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
    return sayFor(this.app.settings)(key, values);
  }

  /** The reader goes on at what stands there as soon as this is drawn. */
  protected async goOn(selector: string): Promise<void> {
    await this.updateComplete;
    await new Promise((drawn) => window.setTimeout(drawn));
    this.querySelector<HTMLElement>(selector)?.focus();
  }

  /** The elements of the page are light DOM: ids are made unique by the element that makes them. */
  protected local(value: number): string {
    return value.toLocaleString(this.app.settings.language);
  }
}

export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
