/** At home: what other assistants have pages for, and whom one speaks with in words, with sentences to begin with. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "./light-element.ts";
import { langIn } from "../i18n/tongue.ts";
import { inTheirs } from "../i18n/words.ts";
import { HOME, hashOf } from "../state/router.ts";
import type { AssistantInfo } from "../transport/assistant-info.ts";
import { Here } from "./here.ts";
import { iconOf, isIcon } from "./icons.ts";
import { tongueNote } from "./tongue-note.ts";

/** So many sentences stand on a tile. */
const MOST = 3;

export class Talks extends LightElement {
  static override properties = { alone: { type: Boolean } };
  /** Nothing else is at home: the title is the page's. */
  declare alone: boolean;
  readonly #here = new Here(this, (app) => [app.settings, app]);

  constructor() {
    super();
    this.alone = false;
  }

  override render(): unknown {
    const { app } = this.#here;
    // The pages of the first are what home is made of.
    const [, ...others] = app.assistants.filter(({ surfaces }) => surfaces.length > 0);
    const talking = app.assistants.filter((assistant) => assistant.talk && !others.includes(assistant));
    return html`${this.#pages(others)} ${talking.length > 0 ? this.#talks(talking) : nothing}`;
  }

  /** What other assistants have pages for, beside the talk with them. */
  #pages(others: readonly AssistantInfo[]): unknown {
    const { app } = this.#here;
    const { language } = app.settings;
    return others.map((assistant) => {
      const { name, title, locale, surfaces } = assistant;
      const shown = surfaces.filter(({ id }) => id !== HOME);
      if (shown.length === 0) return nothing;
      return html`<section class="talks pages-of" aria-label=${title}>
        <h2 lang=${locale || nothing}>${title}</h2>
        <div class="grid">
          ${assistant.talk ? this.#tile(assistant, html`<h3>${app.say("chat.title")}</h3>`) : nothing}
          ${shown.map((surface) => {
            const called = inTheirs(surface.titles, language) ?? surface.title;
            const text = inTheirs(surface.summaries, language) ?? surface.summary;
            return html`<article class="card tile">
              <span class="tile-icon">${iconOf(isIcon(surface.icon) ? surface.icon : "list")}</span>
              <h3 lang=${langIn(called, locale)}>${called}</h3>
              <div>${text ? html`<p lang=${langIn(text, locale)}>${text}</p>` : nothing}</div>
              <button
                type="button"
                class="primary"
                aria-label="${app.say("offers.start")}: ${called}"
                @click=${() => void app.startAnew(surface.id, name)}
              >
                ${app.say("offers.start")}
              </button>
            </article>`;
          })}
        </div>
      </section>`;
    });
  }

  #talks(talking: readonly AssistantInfo[]): unknown {
    const { app } = this.#here;
    return html`<section class="talks" aria-label=${app.say("talks.title")}>
      ${this.alone ? html`<h1 tabindex="-1">${app.say("talks.title")}</h1>` : html`<h2>${app.say("talks.title")}</h2>`}
      <div class="grid">
        ${talking.map((assistant) => {
          const { title, locale } = assistant;
          const named = this.alone ? html`<h2 lang=${locale}>${title}</h2>` : html`<h3 lang=${locale}>${title}</h3>`;
          return this.#tile(assistant, named);
        })}
      </div>
    </section>`;
  }

  /** The way to a talk. */
  #tile({ name, title, summary, locale, starters, beside }: AssistantInfo, named: TemplateResult): TemplateResult {
    const { app } = this.#here;
    return html`<article class="card tile">
      <span class="tile-icon">${iconOf(beside === "map" ? "map" : "agent")}</span>
      ${named}
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
    </article>`;
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
