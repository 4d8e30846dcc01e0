/** Where a person writes: grows with the words, Enter sends, Shift+Enter breaks the line; Stop while work is under way. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import { ChosenFiles, valuesOf } from "./chosen-files.ts";
import { addButton, chosenList } from "./chosen-list.ts";
import { sizeOf } from "./files.ts";

/** From this part of what is allowed on the rest is counted. */
const NEARLY = 0.8;

/** Both, or the one that there is. */
export function before(first: string, rest: string): string {
  return first && rest ? `${first}\n\n${rest}` : first || rest;
}

export class Composer extends LightElement {
  static override properties = {
    busy: { type: Boolean },
    detail: {},
    files: { type: Boolean },
    letters: { type: Number },
    problem: {},
    reply: { type: Boolean },
    sending: { type: Boolean },
    text: { state: true },
  };
  declare busy: boolean;
  /** What the server said of it, in its own words. */
  declare detail: string;
  /** Files can come with the words. */
  declare files: boolean;
  /** How many characters a message may have; longer ones are refused before they are sent. */
  declare letters: number;
  /** Why the last message was not sent; "" when it was. */
  declare problem: string;
  /** Something was asked: what is written now answers it. */
  declare reply: boolean;
  declare sending: boolean;
  declare text: string;
  readonly chosen = new ChosenFiles(() => this.requestUpdate());
  readonly #here = new Here(this, (app) => [app.settings]);

  constructor() {
    super();
    this.busy = false;
    this.detail = "";
    this.files = false;
    this.letters = 20_000;
    this.problem = "";
    this.reply = false;
    this.sending = false;
    this.text = "";
  }

  /** The files are on their way or there: nothing of them waits here any more. */
  sent(): void {
    if (this.chosen.all.length === 0) return;
    this.text = "";
    this.chosen.clear();
  }

  put(text: string): void {
    this.text = text;
  }

  /** What could not be sent stands before what was written since. */
  putBack(text: string): void {
    this.text = before(text, this.text);
  }

  override focus(): void {
    this.querySelector("textarea")?.focus();
  }

  override render(): unknown {
    const { app } = this.#here;
    const count = this.text.length;
    const over = count - this.letters;
    const { refusal } = this.chosen;
    const refused = refusal
      ? app.say(
          refusal.key,
          valuesOf(refusal, (bytes) => sizeOf(bytes, app.settings.language)),
        )
      : this.problem;
    const problem = over > 0 ? app.say("field.tooLong", { limit: this.letters, over }) : refused;
    const enclosing = this.sending && this.chosen.all.length > 0;
    const nearly = !problem && count >= this.letters * NEARLY;
    return html`<form
      class="composer ${this.files ? "with-files" : ""}"
      @submit=${this.#submit}
      @keydown=${this.#escape}
    >
      ${
        this.files
          ? html`${chosenList(this.chosen, app, this.sending, () => this.focus())}
            ${addButton(this.chosen, app, this.sending)}`
          : nothing
      }
      <label class="sr-only" for="composer">${app.say(this.reply ? "chat.reply" : "chat.message")}</label>
      <textarea
        dir="auto"
        id="composer"
        rows="1"
        ?readonly=${enclosing}
        .value=${this.text}
        placeholder=${app.say(this.reply ? "chat.reply" : "chat.placeholder")}
        aria-describedby=${problem ? "composer-problem" : nearly ? "composer-count" : nothing}
        aria-invalid=${over > 0 ? "true" : nothing}
        @input=${(event: InputEvent) => (this.text = (event.target as HTMLTextAreaElement).value)}
        @keydown=${this.#key}
      ></textarea>
      ${
        enclosing
          ? html`<button type="button" class="composer-button" @click=${this.#takeBack}>
              ${iconOf("close")}<span>${app.say("files.stop")}</span>
            </button>`
          : this.busy
            ? html`<button
                type="button"
                class="composer-button"
                @click=${() => this.dispatchEvent(new Event("loket-stop"))}
              >
                ${iconOf("stop")}<span>${app.say("chat.stop")}</span>
              </button>`
            : html`<button class="primary composer-button" ?disabled=${this.sending || over > 0 || this.#empty}>
                ${iconOf("send")}<span>${app.say("chat.send")}</span>
              </button>`
      }
      <p id="composer-count" class="composer-problem quiet">
        ${nearly ? app.say("field.counter", { count, limit: this.letters }) : nothing}
      </p>
      <p id="composer-problem" class="composer-problem ${this.chosen.stopped ? "quiet" : "field-error"}" role="status">
        ${this.#why(problem)}
      </p>
    </form>`;
  }

  #why(problem: string): unknown {
    if (!problem || problem !== this.problem || !this.detail) return problem;
    return html`<span>${problem} <span lang="en">${this.detail}</span></span>`;
  }

  get #empty(): boolean {
    return this.text.trim() === "" && this.chosen.all.length === 0;
  }

  /** Files that are on their way come back; what was written stays. */
  readonly #takeBack = (): void => {
    this.chosen.stop();
    this.focus();
  };

  readonly #escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.sending || this.chosen.all.length === 0) return;
    event.stopPropagation();
    this.#takeBack();
  };

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    this.#send();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#send();
  };

  #send(): void {
    const text = this.text.trim();
    if (this.#empty || this.sending || text.length > this.letters) return;
    this.dispatchEvent(new CustomEvent("loket-send", { detail: text }));
    // Words with files wait beside them until all of it is there; the button that was pressed is another one now.
    if (this.chosen.all.length === 0) this.text = "";
    else this.focus();
  }
}

customElements.define("loket-composer", Composer);
