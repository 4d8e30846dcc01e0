/** The event log of a conversation: every record, with filters, a search, the raw record, and a download. */
import "../styles/log.css";
import { html, LitElement, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import "./prompt.ts";
import { clock } from "../elements/moment.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import "../elements/copy-button.ts";
import { table } from "../elements/value-table.ts";
import { objectOf } from "../transport/json.ts";
import type { LogBook } from "./book.ts";
import "./log-list.ts";
import type { LogList } from "./log-list.ts";

export class LogDrawer extends LitElement {
  static override properties = {
    selected: { state: true },
    follow: { state: true },
    search: { state: true },
    kinds: { state: true },
  };
  declare selected: number;
  declare follow: boolean;
  declare search: string;
  declare kinds: ReadonlySet<string>;
  readonly #here = new Here(this, (app) => [app.settings, app, app.conversation?.log]);
  #book: LogBook | null = null;
  #unlisten: () => void = () => undefined;
  #typing: number | undefined;

  constructor() {
    super();
    this.#reset();
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlisten();
    this.#book?.filter(new Set(), "");
  }

  override willUpdate(): void {
    const { app } = this.#here;
    const book = app.conversation?.log ?? null;
    if (book === this.#book) return;
    this.#book = book;
    this.#here.listen();
    this.#reset();
  }

  #reset(): void {
    this.selected = 0;
    this.follow = true;
    this.search = "";
    this.kinds = new Set();
  }

  override render(): unknown {
    const { app } = this.#here;
    const book = this.#book;
    return html`<aside class="log" id="log" aria-label=${app.say("log.title")}>
      <header>
        <h2 tabindex="-1">${app.say("log.title")}</h2>
        <span class="quiet">${this.#counted()}</span>
        <button
          type="button"
          class="plain icon-only"
          aria-label=${app.say("log.close")}
          @click=${() => app.settings.setDrawer(false)}
        >
          ${iconOf("close")}
        </button>
      </header>
      ${book && book.head > 0 ? this.#body(book) : html`<p class="quiet empty">${app.say("log.empty")}</p>`}
    </aside>`;
  }

  #body(book: LogBook): unknown {
    const { app } = this.#here;
    return html`<div class="log-tools">
        <div class="search">
          <label class="sr-only" for="log-search">${app.say("log.search")}</label>
          <input
            id="log-search"
            type="search"
            placeholder=${app.say("log.search")}
            .value=${this.search}
            @input=${(event: Event) => this.#type((event.target as HTMLInputElement).value)}
          />
        </div>
        <label class="tick"
          ><input
            type="checkbox"
            .checked=${this.follow}
            @change=${() => (this.follow = !this.follow)}
          />${app.say("log.follow")}</label
        >
        <a
          class="button"
          href=${app.api.exportAddress(app.conversation?.id ?? "")}
          download="${app.conversation?.id ?? "log"}.jsonl"
        >
          ${iconOf("download")}${app.say("log.download")}
        </a>
      </div>
      <div class="chips" role="group" aria-label=${app.say("log.kinds")}>
        ${[...book.kinds.keys()]
          .sort()
          .map(
            (kind) =>
              html`<button
                type="button"
                class="chip"
                aria-pressed=${this.kinds.has(kind) ? "true" : "false"}
                @click=${() => this.#toggle(kind)}
              >
                ${kind}
              </button>`,
          )}
      </div>
      <div class="log-panes">
        <loket-log-list
          .book=${book}
          .selected=${this.selected}
          .follow=${this.follow}
          label=${app.say("log.list")}
          @loket-select=${(event: CustomEvent<number>) => (this.selected = event.detail)}
          @loket-unfollow=${() => (this.follow = false)}
        ></loket-log-list>
        ${this.#detail(book)}
      </div>
      ${
        !this.follow && !book.found
          ? html`<button type="button" class="latest" @click=${() => (this.follow = true)}>
              ${iconOf("down")}${app.say("log.latest")}
            </button>`
          : nothing
      }`;
  }

  #detail(book: LogBook): unknown {
    const { app } = this.#here;
    const line = this.selected ? book.line(this.selected) : undefined;
    if (!line) return html`<div class="log-detail"><p class="quiet">${app.say("log.choose")}</p></div>`;
    const json = JSON.stringify(line.raw, null, 2);
    const { kind, reasoning: _said, ...event } = objectOf(line.raw["event"]);
    return html`<div
      class="log-detail"
      role="region"
      aria-label=${app.say("log.record", { seq: line.seq })}
      tabindex="0"
    >
      <h3>${line.seq} · ${String(kind ?? line.kind)}</h3>
      <p class="quiet">
        ${clock(line.at)} · ${line.by} ·
        <code>${line.scope}</code>${line.tookMs === null ? nothing : html` · ${line.tookMs} ms`}
        ${line.raw["cause"] ? html` · ${app.say("log.cause", { seq: Number(line.raw["cause"]) })}` : nothing}
      </p>
      ${line.reason ? html`<p><strong>${app.say("call.why")}</strong> ${line.reason}</p>` : nothing} ${table(event)}
      ${event["usage"] ? keyed(line.seq, html`<loket-prompt .seq=${line.seq}></loket-prompt>`) : nothing}
      <details open>
        <summary>JSON</summary>
        <pre class="dump" tabindex="0">${json}</pre>
        <loket-copy .text=${json}></loket-copy>
      </details>
    </div>`;
  }

  #counted(): string {
    const { app } = this.#here;
    const book = this.#book;
    if (!book || book.head === 0) return "";
    const local = (value: number): string => value.toLocaleString(app.settings.language);
    if (!book.found) return app.say("log.count", { count: local(book.head) });
    const found = { found: local(book.found.length), count: local(book.head) };
    if (book.loaded >= book.head) return app.say("log.found", found);
    return app.say("log.searching", { ...found, read: local(book.loaded) });
  }

  #toggle(kind: string): void {
    const kinds = new Set(this.kinds);
    if (!kinds.delete(kind)) kinds.add(kind);
    this.kinds = kinds;
    this.#book?.filter(kinds, this.search);
  }

  #type(text: string): void {
    this.search = text;
    window.clearTimeout(this.#typing);
    this.#typing = window.setTimeout(() => this.#book?.filter(this.kinds, text), 200);
  }

  /** The list, for tests and for focus. */
  get list(): LogList | null {
    return this.querySelector("loket-log-list");
  }
}

customElements.define("loket-log-drawer", LogDrawer);
