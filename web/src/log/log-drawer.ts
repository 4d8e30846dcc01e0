/** The event log of a conversation: every record, with filters, a search, the raw record, and a download. */
import "../styles/log.css";
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { keyed } from "lit/directives/keyed.js";
import "./prompt.ts";
import { clock } from "../elements/moment.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import "../elements/copy-button.ts";
import { table } from "../elements/value-table.ts";
import { objectOf } from "../transport/json.ts";
import type { LogBook } from "./book.ts";
import "./log-pane.ts";
import type { Sought } from "./log-pane.ts";

export class LogDrawer extends LightElement {
  readonly #here = new Here(this, (app) => [app.settings, app, app.conversation?.log]);
  #book: LogBook | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#book?.filter(new Set(), "");
  }

  override willUpdate(): void {
    const book = this.#here.app.conversation?.log ?? null;
    if (book === this.#book) return;
    this.#book = book;
    this.#here.listen();
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
    const id = app.conversation?.id ?? "";
    return html`<loket-log-pane
      .book=${book}
      ?busy=${book.loaded < book.head}
      .chips=${[...book.kinds.keys()].sort().map((kind) => [kind, kind] as const)}
      .tools=${html`<a class="button" href=${app.api.exportAddress(id)} download="${id || "log"}.jsonl">
        ${iconOf("download")}${app.say("log.download")}
      </a>`}
      .detail=${(seq: number) => this.#detail(book, seq)}
      @loket-seek=${({ detail }: CustomEvent<Sought>) => book.filter(detail.chips, detail.text)}
    ></loket-log-pane>`;
  }

  #detail(book: LogBook, seq: number): unknown {
    const { app } = this.#here;
    const line = book.line(seq);
    if (!line) return undefined;
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
}

customElements.define("loket-log-drawer", LogDrawer);
