/** A scenario as JSON: checked while it is written, each mistake with its place, saved when nothing is wrong. */
import { type Json, type JsonObject, objectOf, textOf } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { define, Piece } from "./parts.ts";
import { type Fault, faultIn, lineOf } from "./json-fault.ts";
import { saidWrong } from "./own-words.ts";
import { placeOf } from "./place.ts";
import { Refused, refusalBox, type Wrong } from "./refusal.ts";
import type { Checked, LibraryEntry, Server } from "./server.ts";
import "./preview.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;
/** After the last letter it is checked. */
const PAUSE = 400;

export class Editor extends Piece {
  static override properties = {
    server: {},
    named: {},
    empty: {},
    text: { state: true },
    entry: { state: true },
    checked: { state: true },
    broken: { state: true },
    right: { state: true },
    problem: { state: true },
    saved: { state: true },
    token: { state: true },
  };
  declare server: Server;
  /** Which one is edited; "" for a new one. */
  declare named: string;
  declare empty: JsonObject;
  declare text: string;
  /** As the library has it; null for one that it does not have. */
  declare entry: LibraryEntry | null;
  declare checked: Checked | null;
  /** Where and why it is no JSON; null when it is. */
  declare broken: Fault | null;
  /** As it was when nothing was wrong in it for the last time; null while it never was. */
  declare right: JsonObject | null;
  declare problem: Refused | null;
  declare saved: boolean;
  declare token: string;
  #pause: number | undefined;
  #asked = 0;
  /** The text as the library has it. */
  #kept: string;
  /** What was refused, to be tried again. */
  #again: () => Promise<void> = () => this.#check();

  constructor() {
    super();
    this.text = this.#kept = this.token = "";
    this.entry = this.checked = this.broken = this.right = this.problem = null;
    this.saved = false;
  }

  protected override firstUpdated(): void {
    if (this.named) void this.#load();
    else this.#put(this.empty);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#pause);
  }

  override render(): unknown {
    const locked = this.entry?.locked ?? false;
    const coming = this.named !== "" && this.entry === null;
    const wrong = this.broken !== null || (this.checked?.errors.length ?? 1) > 0;
    return html`<section class="wb">
      <button type="button" class="plain wb-back" @click=${() => this.dispatchEvent(new Event("wb-close"))}>
        ${iconOf("back")}${this.say("editor.back")}
      </button>
      <header class="wb-head">
        <div>
          <h1 tabindex="-1">${this.entry?.title || (coming ? this.app.say("loading") : this.say("library.new"))}</h1>
        </div>
      </header>
      ${locked ? html`<p class="box asks">${this.say("editor.locked")}</p>` : nothing}
      <div class="wb-editor">
        <div class="field">
          <label for="wb-json">${this.say("editor.text")}</label>
          <p class="hint" id="wb-json-hint">${this.say("editor.hint")}</p>
          <textarea
            id="wb-json"
            class="mono"
            rows="28"
            ?readonly=${coming}
            spellcheck="false"
            autocomplete="off"
            aria-describedby="wb-json-hint"
            aria-invalid=${wrong ? "true" : nothing}
            .value=${this.text}
            @input=${(event: Event) => this.#type((event.target as HTMLTextAreaElement).value)}
          ></textarea>
        </div>
        <div class="wb-findings" aria-live="polite">${this.#findings()}</div>
      </div>
      ${this.right ? html`<wb-preview .server=${this.server} .config=${this.right}></wb-preview>` : nothing}
      ${
        locked
          ? html`<div class="field wb-token">
              <label for="wb-token">${this.say("editor.token")}</label>
              <input
                id="wb-token"
                type="password"
                autocomplete="off"
                .value=${this.token}
                @input=${(event: Event) => (this.token = (event.target as HTMLInputElement).value)}
              />
            </div>`
          : nothing
      }
      ${this.problem ? refusalBox(this.problem, this.app, () => void this.#again()) : nothing}
      ${this.saved ? html`<p role="status">${iconOf("check")} ${this.say("editor.saved")}</p>` : nothing}
      <div class="buttons">
        <button
          type="button"
          class="primary"
          ?disabled=${wrong || (locked && !this.token)}
          @click=${() => void this.#save(false)}
        >
          ${this.say("editor.save")}
        </button>
        ${
          this.entry
            ? html`<button type="button" ?disabled=${wrong} @click=${() => void this.#save(true)}>
                ${iconOf("copy")}${this.say("editor.copy")}
              </button>`
            : nothing
        }
        <button type="button" ?disabled=${wrong || !this.entry || this.text !== this.#kept} @click=${() => this.#use()}>
          ${this.say("library.use")}
        </button>
        ${this.text !== this.#kept && !wrong ? html`<p class="quiet">${this.say("editor.unsaved")}</p>` : nothing}
      </div>
    </section>`;
  }

  #findings(): unknown {
    if (this.broken) return this.#fault(this.broken);
    const { checked } = this;
    if (!checked) return html`<p class="quiet breathing">${this.say("editor.checking")}</p>`;
    const { errors, warnings, leftOut } = checked;
    return html`${
      errors.length === 0
        ? html`<p class="wb-right">${iconOf("check")}${this.say("editor.right")}</p>`
        : html`<h2>${this.say("editor.errors", { count: errors.length + leftOut })}</h2>
            ${this.#list(errors, "error")}`
    }
    ${
      warnings.length > 0
        ? html`<h2>${this.say("editor.warnings", { count: warnings.length })}</h2>
            ${this.#list(warnings, "asks")}`
        : nothing
    }`;
  }

  /** Why it can't be read as JSON, and the way there. */
  #fault({ at, cause }: Fault): unknown {
    return html`<div class="field-error">
      ${iconOf("alert")}
      <p>
        <button type="button" class="plain" @click=${() => this.#mark(at, at + 1)}>
          ${this.say("json.at", lineOf(this.text, at))}
        </button>
        ${this.say(`json.${cause}`)}
      </p>
    </div>`;
  }

  #list(findings: readonly Wrong[], look: string): unknown {
    return html`<ul class="wb-wrong ${look}">
      ${findings.map(
        ({ path, text }) =>
          html`<li>
            <button type="button" class="plain" @click=${() => this.#show(path)}>${stepped(path || "{}")}</button>
            <span>${saidWrong(text, this.app.settings.language)}</span>
          </li>`,
      )}
    </ul>`;
  }

  /** Puts the reader at the place that is wrong. */
  #show(path: string): void {
    this.#mark(...placeOf(this.text, path));
  }

  #mark(start: number, end: number): void {
    const field = this.querySelector("textarea");
    if (!field) return;
    field.focus();
    field.setSelectionRange(start, end);
    const lines = this.text.slice(0, start).split("\n").length;
    field.scrollTop = Math.max(0, lines - 4) * (parseFloat(getComputedStyle(field).lineHeight) || 20);
  }

  async #load(): Promise<void> {
    this.problem = null;
    try {
      const { entry, config } = await this.server.entry(this.named);
      this.entry = entry;
      this.#put(config);
      this.#kept = this.text;
    } catch (error) {
      this.#again = () => this.#load();
      this.problem = Refused.of(error);
    }
  }

  #put(config: Json): void {
    this.text = JSON.stringify(config, null, 2);
    void this.#check();
  }

  #type(text: string): void {
    this.text = text;
    this.saved = false;
    this.checked = null;
    window.clearTimeout(this.#pause);
    this.#pause = window.setTimeout(() => void this.#check(), PAUSE);
  }

  async #check(): Promise<void> {
    const asked = (this.#asked += 1);
    const config = this.#parsed();
    if (config === undefined) return;
    try {
      const checked = await this.server.check(config);
      if (asked !== this.#asked) return;
      this.checked = checked;
      this.problem = null;
      if (checked.errors.length === 0) this.right = objectOf(config);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#again = () => this.#check();
      this.problem = Refused.of(error);
    }
  }

  #parsed(): Json | undefined {
    this.broken = faultIn(this.text);
    return this.broken ? undefined : (JSON.parse(this.text) as Json);
  }

  /** A copy gets an id of its own, so that the one it is of stays. */
  async #save(copy: boolean): Promise<void> {
    const parsed = objectOf(this.#parsed());
    const about = objectOf(parsed["metadata"]);
    const id = `${textOf(about["id"])}-${Date.now().toString(36)}`;
    const tags = Array.isArray(about["tags"]) ? about["tags"].filter((tag) => tag !== "published") : undefined;
    const config = copy ? { ...parsed, metadata: { ...about, id, ...(tags ? { tags } : {}) } } : parsed;
    this.problem = null;
    try {
      const same = !copy && this.entry?.id === textOf(about["id"]);
      const kept = await this.server.save(config, same ? this.entry : null, this.token);
      this.entry = kept.entry;
      this.named = kept.entry.id;
      this.#put(kept.config);
      this.#kept = this.text;
      this.saved = true;
    } catch (error) {
      this.#again = () => this.#save(copy);
      this.problem = Refused.of(error);
    }
  }

  #use(): void {
    this.dispatchEvent(new CustomEvent("wb-use", { detail: this.entry?.address ?? "" }));
  }
}

/** A path, which goes on in a new line after a dot rather than in the middle of a name. */
function stepped(path: string): unknown {
  return html`<code>${path.split(/(?=\.)/).map((step) => html`${step}<wbr />`)}</code>`;
}

define("wb-editor", Editor);
