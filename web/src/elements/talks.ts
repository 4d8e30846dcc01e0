/** At home: the assistants one speaks with in words, each with what it is for and sentences to begin with. */
import { html, LitElement, nothing } from "lit";
import { hashOf } from "../state/router.ts";
import { Here } from "./here.ts";
import { iconOf } from "./icons.ts";
import { tongueNote } from "./tongue-note.ts";

/** So many sentences stand on a tile. */
const MOST = 3;

export class Talks extends LitElement {
  static override properties = { alone: { type: Boolean } };
  /** Nothing else is at home: the title is the page's. */
  declare alone: boolean;
  readonly #here = new Here(this, (app) => [app.settings, app]);

  constructor() {
    super();
    this.alone = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override render(): unknown {
    const { app } = this.#here;
    const talking = app.assistants.filter((assistant) => app.talks(assistant.name));
    if (talking.length === 0) return nothing;
    return html`<section class="talks" aria-label=${app.say("talks.title")}>
      ${this.alone ? html`<h1 tabindex="-1">${app.say("talks.title")}</h1>` : html`<h2>${app.say("talks.title")}</h2>`}
      <div class="grid">
        ${talking.map(
          ({ name, title, summary, locale, starters, beside }) =>
            html`<article class="card tile">
              <span class="tile-icon">${iconOf(beside === "map" ? "map" : "agent")}</span>
              ${this.alone ? html`<h2 lang=${locale}>${title}</h2>` : html`<h3 lang=${locale}>${title}</h3>`}
              <div lang=${locale}>
                ${tongueNote(locale, app.reader)} ${summary ? html`<p>${summary}</p>` : nothing}
                ${starters.length > 0 ? this.#starters(name, starters) : nothing}
              </div>
              <a
                class="button primary"
                aria-label="${app.say("offers.start")}: ${title}"
                href=${hashOf({ conversation: null, surface: null, talk: true, assistant: name })}
                >${app.say("offers.start")}</a
              >
            </article>`,
        )}
      </div>
    </section>`;
  }

  /** Sentences that begin a talk at a click. */
  #starters(name: string, starters: readonly string[]): unknown {
    return html`<ul class="tile-starters">
      ${starters.slice(0, MOST).map(
        (text) =>
          html`<li>
            <button type="button" class="plain" @click=${() => this.#begin(name, text)}>
              <q>${text}</q>
            </button>
          </li>`,
      )}
    </ul>`;
  }

  /** The words go along to the empty talk, which says it when they can't be sent. */
  #begin(name: string, text: string): void {
    const { app } = this.#here;
    app.opening = text;
    app.router.go({ conversation: null, surface: null, talk: true, assistant: name });
  }
}

customElements.define("loket-talks", Talks);
