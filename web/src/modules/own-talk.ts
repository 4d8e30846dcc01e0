/** A talk that the page module of its package draws; until that is here, or when it can't be, it says so. */
import { html } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { partsAt } from "../catalog/renderer.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import type { DrawTalk } from "./brought.ts";
import { parts } from "./talk-parts.ts";

export class OwnTalk extends LightElement {
  static override properties = { draw: { state: true }, failed: { state: true } };
  declare draw: DrawTalk | null;
  declare failed: boolean;
  readonly #here = new Here(this, (app) => [app.settings, app, app.router, app.conversation]);

  constructor() {
    super();
    this.draw = null;
    this.failed = false;
  }

  protected override firstUpdated(): void {
    void this.#load();
  }

  override render(): unknown {
    const { app } = this.#here;
    if (this.draw) return this.draw(app, parts);
    if (this.failed)
      return html`<section class="state-page">
        <h1 tabindex="-1">${app.about()?.title}</h1>
        <div class="box error" role="alert"><p>${app.say("part.broken")}</p></div>
        <button type="button" @click=${() => location.reload()}>${iconOf("again")}${app.say("again")}</button>
      </section>`;
    return html`<div class="skeleton page" role="status" aria-label=${app.say("loading")}>
      <span></span><span></span><span></span>
    </div>`;
  }

  async #load(): Promise<void> {
    const { app } = this.#here;
    try {
      const module = await app.pages.module(app.about()?.name ?? "");
      const talk = module ? (await partsAt(module)).talk : undefined;
      if (talk) this.draw = await talk();
      else this.failed = true;
    } catch (error) {
      console.error("The page of this assistant can't be drawn:", error);
      this.failed = true;
    }
  }
}

customElements.define("loket-own-talk", OwnTalk);
