/** What went over the wire, raw, both ways: with its time, searchable; what we sent can be sent again, as it was or edited. */
import { clock } from "../../../web/src/elements/moment.ts";
import { isObject, type JsonObject, listOf, parseJson, textOf } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { onEscape } from "./focus.ts";
import { define, Piece } from "./parts.ts";
import { Refused, refusalBox } from "./refusal.ts";
import type { Run } from "./run.ts";
import type { Server } from "./server.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;
/** After the last letter of a search, and after the last record of a run, the list is read anew. */
const PAUSE = 400;

export class Wire extends Piece {
  static override properties = {
    run: {},
    server: {},
    lines: { state: true },
    more: { state: true },
    words: { state: true },
    opened: { state: true },
    edited: { state: true },
    asked: { state: true },
    problem: { state: true },
    done: { state: true },
    sending: { state: true },
  };
  declare run: Run;
  declare server: Server;
  /** Null until they are here. */
  declare lines: readonly JsonObject[] | null;
  declare more: boolean;
  declare words: string;
  /** The one that is looked at, whole. */
  declare opened: JsonObject | null;
  /** The request as it is edited; null while nobody does. */
  declare edited: string | null;
  /** What waits for a yes before it is sent. */
  declare asked: { readonly conversation: string; readonly question: string } | null;
  declare problem: Refused | null;
  declare done: boolean;
  /** A yes is on its way, and what it was for. */
  declare sending: boolean;
  #pause: number | undefined;
  #seen = -1;

  constructor() {
    super();
    this.lines = this.opened = this.edited = this.asked = this.problem = null;
    this.more = this.done = this.sending = false;
    this.words = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#pause);
  }

  override render(): unknown {
    const { upto } = this.run.story;
    if (upto !== this.#seen) {
      this.#pauseThenLoad(this.#seen < 0 ? 0 : PAUSE);
      this.#seen = upto;
    }
    return html`<div class="wb-wire">
      <div class="wb-row">
        <div class="field">
          <label for="wb-wire-search">${this.say("wire.search")}</label>
          <input
            id="wb-wire-search"
            type="search"
            .value=${this.words}
            @input=${(event: Event) => {
              this.words = (event.target as HTMLInputElement).value;
              this.#pauseThenLoad(PAUSE);
            }}
          />
        </div>
      </div>
      ${this.problem ? refusalBox(this.problem, this.app, () => void this.#load()) : nothing}
      ${this.done ? html`<p class="wb-sent" role="status" tabindex="-1">${iconOf("check")} ${this.say("wire.sent")}</p>` : nothing}
      <div class="wb-wire-panes">${this.#list()} ${this.#whole()}</div>
    </div>`;
  }

  #list(): unknown {
    const { lines } = this;
    if (lines === null && this.problem) return nothing;
    if (lines === null) return html`<p class="quiet breathing">${this.app.say("loading")}</p>`;
    if (lines.length === 0) return html`<p class="quiet">${this.say(this.words ? "wire.nothing" : "wire.none")}</p>`;
    return html`<ol class="wb-exchanges">
      ${lines.map((line) => this.#line(line))}
      ${this.more ? html`<li class="quiet">${this.say("wire.more")}</li>` : nothing}
    </ol>`;
  }

  #line(line: JsonObject): unknown {
    const name = textOf(line["name"]);
    const failed = Number(line["status"] ?? 0) >= 400 || textOf(line["error"]) !== "";
    return html`<li>
      <button
        type="button"
        class="wb-exchange"
        aria-pressed=${name === this.opened?.["name"] ? "true" : "false"}
        @click=${() => void this.#open(name)}
      >
        <span>${this.say(line["ours"] === true ? "wire.out" : "wire.in")} <code>${textOf(line["method"])}</code></span>
        <span class="quiet"
          >${clock(textOf(line["started"]))} ·
          ${line["took_ms"] == null ? this.say("wire.open") : `${textOf(line["took_ms"])} ms`} ·
          <span class=${failed ? "wb-bad" : ""}>${textOf(line["error"]) || textOf(line["status"])}</span></span
        >
      </button>
    </li>`;
  }

  #whole(): unknown {
    const { opened } = this;
    if (!opened) return html`<p class="quiet">${this.say("wire.choose")}</p>`;
    const frames = listOf(opened["frames"]).filter(isObject);
    return html`<div class="wb-whole" role="region" aria-label=${this.say("wire.one")} tabindex="0">
      <p><code class="wb-digest">${textOf(opened["url"])}</code></p>
      <p class="quiet">
        ${textOf(opened["dialect"])} · HTTP ${textOf(opened["status"]) || "–"} · ${textOf(opened["took_ms"]) || "–"} ms
        ${opened["cut"] === true ? html` · ${this.say("wire.cut")}` : nothing}
      </p>
      ${this.#raw(this.say("wire.request"), textOf(opened["request"]))} ${this.#deeds(opened)}
      ${frames.length > 0 ? this.#frames(frames) : this.#raw(this.say("wire.response"), textOf(opened["response"]))}
    </div>`;
  }

  #raw(title: string, text: string): unknown {
    const parsed = parseJson(text);
    const shown = parsed === undefined ? text : JSON.stringify(parsed, null, 2);
    return html`<h3>${title}</h3>
      <pre class="dump" tabindex="0" role="region" aria-label=${title}>${shown || "–"}</pre>
      <loket-copy .text=${shown}></loket-copy>`;
  }

  #frames(frames: readonly JsonObject[]): unknown {
    const title = `${this.say("wire.response")} (${frames.length})`;
    const text = frames
      .map((frame) => {
        const parsed = parseJson(textOf(frame["text"]));
        return `+${textOf(frame["at_ms"])} ms\n${parsed === undefined ? textOf(frame["text"]) : JSON.stringify(parsed, null, 2)}`;
      })
      .join("\n\n");
    return html`<h3>${title}</h3>
      <pre class="dump" tabindex="0" role="region" aria-label=${title}>${text}</pre>
      <loket-copy .text=${text}></loket-copy>`;
  }

  #deeds(opened: JsonObject): unknown {
    if (opened["ours"] !== true) return nothing;
    if (this.asked) return this.#consent(opened);
    if (this.edited !== null)
      return html`<div class="field" @keydown=${onEscape(this.#leave)}>
          <label for="wb-edited">${this.say("wire.edit.label")}</label>
          <textarea
            id="wb-edited"
            class="mono"
            rows="12"
            spellcheck="false"
            .value=${this.edited}
            @input=${(event: Event) => (this.edited = (event.target as HTMLTextAreaElement).value)}
          ></textarea>
        </div>
        <div class="buttons">
          <button
            type="button"
            class="primary"
            ?disabled=${!isObject(parseJson(this.edited))}
            @click=${() => void this.#ask(opened)}
          >
            ${iconOf("send")}${this.say("wire.edit.send")}
          </button>
          <button type="button" class="plain" @click=${this.#leave}>${this.say("wire.edit.keep")}</button>
        </div>`;
    return html`<div class="buttons">
      <button type="button" class="wb-again" ?disabled=${opened["cut"] === true} @click=${() => void this.#ask(opened)}>
        ${iconOf("again")}${this.say("wire.again")}
      </button>
      <button type="button" @click=${() => this.#edit(opened)}>${iconOf("edit")}${this.say("wire.edit")}</button>
    </div>`;
  }

  /** Nothing leaves before somebody says so. */
  #consent(opened: JsonObject): unknown {
    return html`<section
      class="box asks wb-consent"
      tabindex="-1"
      aria-label=${this.say("wire.consent")}
      @keydown=${onEscape(() => void this.#answer(false))}
    >
      <p><strong>${this.say("wire.consent")}</strong></p>
      <p>${this.say("wire.consent.text", { url: textOf(opened["url"]) })}</p>
      <div class="buttons">
        <button type="button" class="primary" @click=${() => void this.#answer(true)}>${this.say("wire.yes")}</button>
        <button type="button" @click=${() => void this.#answer(false)}>${this.say("wire.no")}</button>
      </div>
      ${this.sending ? html`<p class="quiet breathing" role="status">${this.say("wire.sending")}</p>` : nothing}
    </section>`;
  }

  #edit(opened: JsonObject): void {
    this.edited = pretty(textOf(opened["request"]));
    void this.goOn("#wb-edited");
  }

  readonly #leave = (): void => {
    this.edited = null;
    void this.goOn(".wb-again");
  };

  async #ask(opened: JsonObject): Promise<void> {
    await this.#tried(async () => {
      const request = this.edited === null ? null : (parseJson(this.edited) ?? null);
      this.asked = await this.server.sendAgain(this.run.conversation.id, textOf(opened["name"]), request);
    });
    void this.goOn(".wb-consent");
  }

  async #answer(yes: boolean): Promise<void> {
    const { asked } = this;
    if (!asked || this.sending) return;
    this.sending = yes;
    await this.#tried(async () => {
      await this.server.consent(asked.conversation, asked.question, yes);
      this.asked = null;
      if (yes) this.edited = null; // what was written is not lost by a no
      this.done = yes;
    });
    this.sending = false;
    void this.goOn(yes ? ".wb-sent" : this.edited === null ? ".wb-again" : "#wb-edited");
    this.#pauseThenLoad(2 * PAUSE);
  }

  async #open(name: string): Promise<void> {
    this.edited = this.asked = null;
    this.done = false;
    await this.#tried(async () => (this.opened = await this.server.exchange(this.run.conversation.id, name)));
  }

  #pauseThenLoad(pause: number): void {
    window.clearTimeout(this.#pause);
    this.#pause = window.setTimeout(() => void this.#load(), pause);
  }

  async #load(): Promise<void> {
    await this.#tried(async () => {
      const { exchanges, more } = await this.server.exchanges(this.run.conversation.id, this.words);
      this.lines = exchanges;
      this.more = more;
    });
  }

  async #tried(does: () => Promise<unknown>): Promise<void> {
    this.problem = null;
    try {
      await does();
    } catch (error) {
      this.problem = Refused.of(error);
    }
  }
}

function pretty(text: string): string {
  const parsed = parseJson(text);
  return parsed === undefined ? text : JSON.stringify(parsed, null, 2);
}

define("wb-wire", Wire);
