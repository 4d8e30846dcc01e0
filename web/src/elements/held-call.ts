/** What a person agrees to: who asks, what will happen and where, what leaves, whether it can be undone; with a way to change it. */
import { html, nothing, type TemplateResult } from "lit";
import { LightElement } from "./light-element.ts";
import { langIn, tongueOf } from "../i18n/tongue.ts";
import { type JsonObject, objectOf } from "../transport/json.ts";
import type { CallLine, HeldLine } from "../wire.ts";
import { leaving, siteOf } from "./call-words.ts";
import { GRACE } from "./consent.ts";
import { changedBy, formOf, rowsOf } from "./held-form.ts";
import type { Option } from "./option-button.ts";
import { inOurWords, saidOnce } from "./own-fields.ts";
import "./schema-form.ts";
import { type Reader, tongueNote } from "./tongue-note.ts";
import { table } from "./value-table.ts";

/** What a person may answer to a held call. */
export type Given = { readonly approve: true } | { readonly refuse: true } | { readonly edit: JsonObject };

export class HeldCall extends LightElement {
  static override properties = {
    call: {},
    held: {},
    asker: {},
    label: {},
    locale: {},
    reader: {},
    answer: {},
    changing: { state: true },
    ready: { state: true },
  };
  declare call: CallLine;
  /** What the record shows of it; null for what an older version held. */
  declare held: HeldLine | null;
  declare asker: string;
  declare label: string;
  /** The language of the assistant's own words. */
  declare locale: string;
  declare reader: Reader;
  /** Null when it is over. */
  declare answer: ((given: Given) => void) | null;
  declare changing: boolean;
  /** What is changed can be sent: a click that hit what was here before was not meant for that. */
  declare ready: boolean;

  constructor() {
    super();
    this.held = null;
    this.answer = null;
    this.changing = this.ready = false;
  }

  override render(): unknown {
    const { call, held, label, reader } = this;
    const { say } = reader;
    const name = label || held?.title || "";
    const away = Boolean(held?.place);
    return html`<div class="held-call">
        <p class="held-title">
          ${name ? html`<strong lang=${this.#lang(name)}>${name}</strong> <code class="quiet">${call.tool}</code>` : html`<code>${call.tool}</code>`}
        </p>
        ${
          held?.description
            ? html`${this.#note(held.description)}
                <p lang=${this.#lang(held.description)}>${held.description}</p>`
            : nothing
        }
        ${held?.why === "private" || held?.why === "changed" || held?.why === "elsewhere" ? html`<p>${say(`question.${held.why}`)}</p>` : nothing}
        <dl class="held-facts">
          ${this.asker ? fact(say("question.who"), html`<span lang=${this.#lang(this.asker)}>${this.asker}</span>`) : nothing}
          ${call.reason ? fact(say("question.why"), html`<span lang=${this.#lang(call.reason)}>${call.reason}</span>`) : nothing}
          ${held ? fact(say("question.where"), away ? whereTo(held) : html`${say("question.stays")}`) : nothing}
          ${held ? fact(say("question.undo"), html`${say(held.reversible === null ? "question.undo.unknown" : held.reversible ? "question.undo.yes" : "question.undo.no")}`) : nothing}
        </dl>
        <h3>${say(away ? "question.leaves" : "question.with")}</h3>
        ${this.#values()} ${away && !this.changing ? html`<p class="quiet">${say("question.only")}</p>` : nothing}
      </div>
      ${this.answer === null || this.changing ? nothing : html`<loket-consent .options=${this.#options(this.answer)}></loket-consent>`}`;
  }

  /** What leaves, by the names that its schema gives it. */
  #values(): TemplateResult {
    const { call, held, reader } = this;
    const { say } = reader;
    if (call.args_cut) return html`<p class="quiet">${say("call.cut")}</p>`;
    const args = objectOf(call.args);
    const input = inOurWords(call.tool, held?.input ?? null, args, say);
    const sent = saidOnce(leaving(call.tool, args));
    const fixed = rowsOf(input, sent, true);
    if (this.changing)
      return html`${fixed.length > 0 ? this.#rows(fixed) : nothing}
        <loket-schema-form
          .schema=${formOf(input, args)}
          .label=${say("question.send")}
          .locale=${this.locale}
          @loket-form=${(event: CustomEvent<JsonObject>) => this.#changed(changedBy(event.detail, input, args), args)}
        ></loket-schema-form>
        <button type="button" class="plain" @click=${() => (this.changing = false)}>
          ${say("question.unchanged")}
        </button>`;
    return this.#rows(rowsOf(input, sent));
  }

  #rows(rows: ReturnType<typeof rowsOf>): TemplateResult {
    return html`<div class="scroll" role="region" aria-label=${this.reader.say("question.with")} tabindex="0">
      ${table(Object.fromEntries(rows))}
    </div>`;
  }

  #options(answer: (given: Given) => void): Option[] {
    const { say } = this.reader;
    const free = { detail: "", blocked: "", look: () => undefined };
    const change = { ...free, label: say("question.change"), pick: () => this.#change() };
    const some = !this.call.args_cut && Object.keys(objectOf(this.call.args)).length > 0;
    return [
      { ...free, label: say("question.approve"), pick: () => answer({ approve: true }) },
      ...(some ? [change] : []),
      { ...free, label: say("question.refuse"), pick: () => answer({ refuse: true }) },
    ];
  }

  #change(): void {
    this.changing = true;
    this.ready = false;
    window.setTimeout(() => (this.ready = true), GRACE);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("input, select, textarea")?.focus());
  }

  #changed(edit: JsonObject, args: JsonObject): void {
    if (!this.ready) return;
    const same = JSON.stringify(edit) === JSON.stringify(args);
    this.answer?.(same ? { approve: true } : { edit });
  }

  /** In which language it is told, where that is not the reader's: of an agent of somebody else it may be any. */
  #note(text: string): unknown {
    return tongueNote(tongueOf(text) || this.locale, this.reader);
  }

  #lang(text: string): string | typeof nothing {
    return langIn(text, this.locale);
  }
}

/** The place, behind the name of who is there; a name that was only made of the place says nothing more. */
function whereTo({ source, place }: HeldLine): TemplateResult {
  const made = source.replace(/^agents\./, "").replaceAll("_", ".") === siteOf(place);
  return made ? html`${place}` : html`${source} <span class="quiet">${place}</span>`;
}

function fact(name: string, value: TemplateResult): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

customElements.define("loket-held", HeldCall);
