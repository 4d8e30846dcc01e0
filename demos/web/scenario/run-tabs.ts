/** What there is to look at below a run, one at a time: the log, the prompts, the files, the card, the wire, the settings. */
import { shell } from "../shell.ts";
import { cardPanel } from "./card-panel.ts";
import { define, Piece } from "./parts.ts";
import { Refused, refusalBox } from "./refusal.ts";
import type { Run } from "./run.ts";
import { type CardCheck, cardOf, type Server } from "./server.ts";
import type { Key } from "./words.ts";
import "./log-view.ts";
import "./prompts.ts";
import "./settings.ts";
import "./vault.ts";
import "./wire.ts";

const { html, nothing } = shell;

const TABS = ["log", "prompts", "files", "agent", "wire", "settings"] as const;
type Tab = (typeof TABS)[number];

export class RunTabs extends Piece {
  static override properties = { run: {}, server: {}, tab: { state: true }, card: { state: true } };
  declare run: Run;
  declare server: Server;
  declare tab: Tab;
  declare card: CardCheck | Refused | null;
  #looking = false;

  constructor() {
    super();
    this.tab = "log";
    this.card = null;
  }

  override render(): unknown {
    return html`<div class="wb-tabs" role="tablist" aria-label=${this.say("tabs")} @keydown=${this.#arrow}>
        ${TABS.map(
          (tab) =>
            html`<button
              type="button"
              role="tab"
              id="wb-tab-${tab}"
              aria-selected=${tab === this.tab ? "true" : "false"}
              aria-controls="wb-panel"
              tabindex=${tab === this.tab ? "0" : "-1"}
              @click=${() => (this.tab = tab)}
            >
              ${this.say(`tab.${tab}` as Key)}${tab === "files" && this.run.story.vault.files.size > 0 ? html` <span class="quiet">${this.run.story.vault.files.size}</span>` : nothing}
            </button>`,
        )}
      </div>
      <div class="wb-panel" id="wb-panel" role="tabpanel" aria-labelledby="wb-tab-${this.tab}">${this.#panel()}</div>`;
  }

  #panel(): unknown {
    const { run } = this;
    switch (this.tab) {
      case "log":
        return html`<wb-log .run=${run}></wb-log>`;
      case "prompts":
        return html`<wb-prompts .run=${run}></wb-prompts>`;
      case "files":
        return html`<wb-vault .run=${run}></wb-vault>`;
      case "agent":
        return this.#agent();
      case "wire":
        return html`<wb-wire .run=${run} .server=${this.server}></wb-wire>`;
      case "settings":
        return html`<wb-settings .run=${run}></wb-settings>`;
    }
  }

  /** The card of the run's agent: as it was recorded, else as it is now. */
  #agent(): unknown {
    const recorded = this.run.story.cards.at(-1);
    const card = recorded ? cardOf(recorded) : this.card;
    if (card instanceof Refused) return refusalBox(card, this.app, () => void this.#look());
    if (card) return cardPanel(card, this.app, true);
    if (!this.run.endpoint) return html`<p class="quiet wb-none">${this.say("card.none")}</p>`;
    void this.#look();
    return html`<p class="quiet breathing wb-none">${this.say("connect.busy")}</p>`;
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    this.card = await this.server.card(this.run.endpoint).catch((error: unknown) => Refused.of(error));
    this.#looking = false;
  }

  readonly #arrow = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (TABS.indexOf(this.tab) + step + TABS.length) % TABS.length;
    this.tab = TABS[at] ?? "log";
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#wb-tab-${this.tab}`)?.focus());
  };
}

define("wb-run-tabs", RunTabs);
