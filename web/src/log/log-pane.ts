/** Lines of a log with what finds them: a search, chips, whether new ones are followed, and the chosen one whole. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import "./log-list.ts";
import type { Rows } from "./log-list.ts";

/** After the last letter of a search it is searched for. */
const PAUSE = 200;

/** What a reader looks for: the chips that are pressed, and words. */
export interface Sought {
  readonly chips: ReadonlySet<string>;
  readonly text: string;
}

export class LogPane extends LightElement {
  static override properties = {
    book: {},
    chips: {},
    tools: {},
    count: {},
    busy: { type: Boolean },
    detail: {},
    selected: { state: true },
    follow: { state: true },
    sought: { state: true },
  };
  declare book: Rows;
  /** The name of each chip, and what stands on it. */
  declare chips: readonly (readonly [string, string])[];
  /** What stands beside the search. */
  declare tools: unknown;
  /** How many lines there are, where nothing else says so. */
  declare count: string;
  /** Not all of it was looked through yet. */
  declare busy: boolean;
  /** The line of this seq, whole; undefined when there is none. */
  declare detail: (seq: number) => unknown;
  declare selected: number;
  declare follow: boolean;
  declare sought: Sought;
  readonly #here = new Here(this, (app) => [app.settings]);
  #typing: number | undefined;

  constructor() {
    super();
    this.chips = [];
    this.tools = nothing;
    this.count = "";
    this.busy = false;
    this.#reset();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("book")) this.#reset();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#typing);
  }

  #reset(): void {
    this.selected = 0;
    this.follow = true;
    this.sought = { chips: new Set(), text: "" };
  }

  override render(): unknown {
    const { app } = this.#here;
    const { book } = this;
    return html`<div class="log-tools">
        <div class="search">
          <input
            type="search"
            aria-label=${app.say("log.search")}
            placeholder=${app.say("log.search")}
            .value=${this.sought.text}
            @input=${(event: Event) => this.#type((event.target as HTMLInputElement).value)}
          />
        </div>
        <label class="tick"
          ><input type="checkbox" .checked=${this.follow} @change=${() => (this.follow = !this.follow)} />${app.say(
            "log.follow",
          )}</label
        >
        ${this.tools}
      </div>
      <div class="chips" role="group" aria-label=${app.say("log.kinds")}>
        ${this.chips.map(
          ([name, label]) =>
            html`<button
              type="button"
              class="chip"
              aria-pressed=${this.sought.chips.has(name) ? "true" : "false"}
              @click=${() => this.#toggle(name)}
            >
              ${label}
            </button>`,
        )}
        ${this.count ? html`<span class="quiet log-count" role="status">${this.count}</span>` : nothing}
      </div>
      <div class="log-panes">
        ${book.found?.length === 0 && !this.busy ? html`<p class="quiet log-none">${app.say("log.nothing")}</p>` : this.#list()}
        ${
          (this.selected ? this.detail(this.selected) : undefined) ??
          html`<div class="log-detail"><p class="quiet">${app.say("log.choose")}</p></div>`
        }
      </div>
      ${
        !this.follow && !book.found
          ? html`<button type="button" class="latest" @click=${() => (this.follow = true)}>
              ${iconOf("down")}${app.say("log.latest")}
            </button>`
          : nothing
      }`;
  }

  #list(): unknown {
    return html`<loket-log-list
      .book=${this.book}
      .selected=${this.selected}
      .follow=${this.follow}
      label=${this.#here.app.say("log.list")}
      @loket-select=${(event: CustomEvent<number>) => (this.selected = event.detail)}
      @loket-unfollow=${() => (this.follow = false)}
    ></loket-log-list>`;
  }

  #toggle(name: string): void {
    const chips = new Set(this.sought.chips);
    if (!chips.delete(name)) chips.add(name);
    this.#seek({ ...this.sought, chips });
  }

  #type(text: string): void {
    window.clearTimeout(this.#typing);
    this.sought = { ...this.sought, text };
    this.#typing = window.setTimeout(() => this.#seek(this.sought), PAUSE);
  }

  #seek(sought: Sought): void {
    this.sought = sought;
    this.dispatchEvent(new CustomEvent("loket-seek", { detail: sought }));
  }
}

customElements.define("loket-log-pane", LogPane);
