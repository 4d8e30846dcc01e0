/** A message to the other side that waits for a person: its words and what is attached may be changed, or it goes back. */
import { type Json, type JsonObject, isObject, listOf, textOf } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { onEscape } from "./focus.ts";
import { saidWhy } from "./own-words.ts";
import { define, Piece } from "./parts.ts";
import type { Run } from "./run.ts";
import { keepSession, sessionAt } from "./stored.ts";
import type { Draft } from "./story.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

export class DraftCard extends Piece {
  static override properties = {
    run: {},
    draft: {},
    text: { state: true },
    files: { state: true },
    note: { state: true },
    back: { state: true },
  };
  declare run: Run;
  declare draft: Draft;
  declare text: string;
  /** The names that go along. */
  declare files: ReadonlySet<string>;
  declare note: string;
  /** It is being sent back with a note. */
  declare back: boolean;
  #of = "";

  constructor() {
    super();
    this.text = this.note = "";
    this.files = new Set();
    this.back = false;
  }

  protected override willUpdate(): void {
    if (this.#of === this.draft.question) return;
    this.#of = this.draft.question;
    this.text = this.#kept ?? textOf(this.draft.args["text"]);
    this.files = new Set(this.#attached.map((one) => this.#nameOf(one)));
    this.note = "";
    this.back = false;
  }

  get #attached(): readonly Json[] {
    return listOf(this.draft.args["attachments"]);
  }

  override render(): unknown {
    const { draft } = this;
    return html`<section class="wb-draft" aria-labelledby="wb-draft-title">
      <h3 id="wb-draft-title">${iconOf("question")}${this.say("draft.title")}</h3>
      ${draft.reasoning ? html`<p class="quiet"><strong>${this.say("why")}</strong> ${saidWhy(draft.reasoning, this.app.settings.language, this.run.story)}</p>` : nothing}
      <div class="field">
        <label for="wb-draft-text">${this.say("draft.text")}</label>
        <textarea
          id="wb-draft-text"
          rows="5"
          .value=${this.text}
          @input=${(event: Event) => this.#type((event.target as HTMLTextAreaElement).value)}
        ></textarea>
      </div>
      ${this.#attachments()}
      ${textOf(draft.args["finality"]) === "conversation" ? html`<p>${iconOf("alert")} ${this.say("draft.last")}</p>` : nothing}
      ${this.back ? this.#sendBack() : this.#buttons()}
    </section>`;
  }

  #attachments(): unknown {
    const vault = [...this.run.story.vault.files.values()].filter((file) => !file.private);
    const names = [...new Set([...this.#attached.map((one) => this.#nameOf(one)), ...vault.map(({ name }) => name)])];
    if (names.length === 0) return nothing;
    return html`<fieldset class="field">
      <legend>${this.say("draft.files")}</legend>
      ${names.map(
        (name) =>
          html`<label class="tick"
            ><input type="checkbox" .checked=${this.files.has(name)} @change=${() => this.#tick(name)} /><span
              class="wb-name"
              >${name}</span
            ></label
          >`,
      )}
    </fieldset>`;
  }

  /** As the vault has it, also where it is attached by its id. */
  #nameOf(attachment: Json): string {
    if (!isObject(attachment)) return textOf(attachment);
    const known = this.run.story.vault.resolve(attachment);
    return known?.name ?? (textOf(attachment["name"]) || textOf(attachment["docId"]));
  }

  #buttons(): unknown {
    return html`<div class="buttons">
      <button
        type="button"
        class="primary"
        ?disabled=${!this.text.trim() && this.files.size === 0}
        @click=${this.#send}
      >
        ${iconOf("send")}${this.say(this.#changed ? "draft.sendChanged" : "draft.send")}
      </button>
      <button type="button" class="wb-send-back" @click=${this.#open}>
        ${iconOf("edit")}${this.say("draft.back")}
      </button>
    </div>`;
  }

  #sendBack(): unknown {
    return html`<form class="wb-note" @submit=${this.#return} @keydown=${onEscape(this.#keep)}>
      <div class="field">
        <label for="wb-draft-note">${this.say("draft.note")}</label>
        <p class="hint" id="wb-draft-note-hint">
          ${this.say(this.run.story.ruled ? "draft.note.rules" : "draft.note.hint")}
        </p>
        <textarea
          id="wb-draft-note"
          rows="3"
          aria-describedby="wb-draft-note-hint"
          .value=${this.note}
          @input=${(event: Event) => (this.note = (event.target as HTMLTextAreaElement).value)}
        ></textarea>
      </div>
      <div class="buttons">
        <button class="primary">${this.say("draft.back")}</button>
        <button type="button" class="plain" @click=${this.#keep}>${this.say("draft.keep")}</button>
      </div>
    </form>`;
  }

  get #changed(): boolean {
    const before = this.#attached.map((one) => this.#nameOf(one));
    const same = before.length === this.files.size && before.every((name) => this.files.has(name));
    return !same || this.text !== textOf(this.draft.args["text"]);
  }

  /** The arguments as they are on the page: what was attached by its id keeps it. */
  get #args(): JsonObject {
    const kept = this.#attached.filter((one) => this.files.has(this.#nameOf(one)));
    const before = new Set(kept.map((one) => this.#nameOf(one)));
    const added = [...this.files].filter((name) => !before.has(name)).map((name) => ({ name }));
    return { ...this.draft.args, text: this.text, attachments: [...kept, ...added] };
  }

  /** What was written before the page was left. */
  get #kept(): string | null {
    const { endpoint, conversation } = this.run;
    const session = sessionAt(endpoint);
    const here = session.conversation === conversation.id && session.backQuestion === this.draft.question;
    return here ? session.backDraft : null;
  }

  #type(backDraft: string): void {
    this.text = backDraft;
    const { endpoint, conversation } = this.run;
    if (endpoint)
      keepSession(endpoint, { conversation: conversation.id, backQuestion: this.draft.question, backDraft });
  }

  #tick(name: string): void {
    const files = new Set(this.files);
    if (!files.delete(name)) files.add(name);
    this.files = files;
  }

  readonly #open = (): void => {
    this.back = true;
    void this.goOn("#wb-draft-note");
  };

  readonly #keep = (): void => {
    this.back = false;
    void this.goOn(".wb-send-back");
  };

  readonly #send = (): void => {
    const { question: to } = this.draft;
    this.#answer(this.#changed ? { to, edit: this.#args } : { to, approve: true });
  };

  readonly #return = (event: Event): void => {
    event.preventDefault();
    this.dispatchEvent(new CustomEvent("wb-back", { detail: { to: this.draft.question, note: this.note.trim() } }));
  };

  #answer(detail: JsonObject): void {
    this.dispatchEvent(new CustomEvent("wb-answer", { detail }));
  }
}

define("wb-draft", DraftCard);
