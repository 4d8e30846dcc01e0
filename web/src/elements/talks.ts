/** At home: the assistants one speaks with in words, each with what it is for and sentences to begin with. */
import { html, LitElement, nothing } from "lit";
import { hashOf } from "../state/router.ts";
import { Here } from "./here.ts";
import { iconOf } from "./icons.ts";

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
          ({ name, title, summary, locale, starters }) =>
            html`<article class="card tile" lang=${locale}>
              <span class="tile-icon">${iconOf("agent")}</span>
              ${this.alone ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
              <div>
                ${summary ? html`<p>${summary}</p>` : nothing}
                ${starters[0] ? html`<p class="quiet"><q>${starters[0]}</q></p>` : nothing}
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
}

customElements.define("loket-talks", Talks);
