/** Where a person writes: grows with the words, Enter sends, Shift+Enter breaks the line; Stop while work is under way. */
import { html, LitElement, nothing } from "lit";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";

/** From this part of what is allowed on the rest is counted. */
const NEARLY = 0.8;

export class Composer extends LitElement {
  static override properties = {
    busy: { type: Boolean },
    letters: { type: Number },
    problem: {},
    reply: { type: Boolean },
    sending: { type: Boolean },
    text: { state: true },
  };
  declare busy: boolean;
  /** How many characters a message may have; longer ones are refused before they are sent. */
  declare letters: number;
  /** Why nothing can be sent now; "" when it can. */
  declare problem: string;
  /** Something was asked: what is written now answers it. */
  declare reply: boolean;
  declare sending: boolean;
  declare text: string;
  readonly #here = new Here(this, (app) => [app.settings]);

  constructor() {
    super();
    this.busy = false;
    this.letters = 20_000;
    this.problem = "";
    this.reply = false;
    this.sending = false;
    this.text = "";
  }

  protected override createRenderRoot(): this {
    return this;
  }

  /** Empties the field, or puts back what could not be sent. */
  put(text: string): void {
    this.text = text;
  }

  override focus(): void {
    this.querySelector("textarea")?.focus();
  }

  override render(): unknown {
    const { app } = this.#here;
    const count = this.text.length;
    const over = count - this.letters;
    const problem = over > 0 ? app.say("field.tooLong", { limit: this.letters, over }) : this.problem;
    const nearly = !problem && count >= this.letters * NEARLY;
    return html`<form class="composer" @submit=${this.#submit}>
      <label class="sr-only" for="composer">${app.say(this.reply ? "chat.reply" : "chat.message")}</label>
      <textarea
        id="composer"
        rows="1"
        .value=${this.text}
        placeholder=${app.say(this.reply ? "chat.reply" : "chat.placeholder")}
        aria-describedby=${problem ? "composer-problem" : nearly ? "composer-count" : nothing}
        aria-invalid=${over > 0 ? "true" : nothing}
        @input=${(event: InputEvent) => (this.text = (event.target as HTMLTextAreaElement).value)}
        @keydown=${this.#key}
      ></textarea>
      ${
        this.busy
          ? html`<button
              type="button"
              class="composer-button"
              @click=${() => this.dispatchEvent(new Event("loket-stop"))}
            >
              ${iconOf("stop")}<span>${app.say("chat.stop")}</span>
            </button>`
          : html`<button
              class="primary composer-button"
              ?disabled=${this.sending || problem !== "" || this.text.trim() === ""}
            >
              ${iconOf("send")}<span>${app.say("chat.send")}</span>
            </button>`
      }
      <p id="composer-count" class="composer-problem quiet">
        ${nearly ? app.say("field.counter", { count, limit: this.letters }) : nothing}
      </p>
      <p id="composer-problem" class="composer-problem field-error" role="status">${problem}</p>
    </form>`;
  }

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
    if (!text || this.sending || this.problem || text.length > this.letters) return;
    this.dispatchEvent(new CustomEvent("loket-send", { detail: text }));
    this.text = "";
  }
}

customElements.define("loket-composer", Composer);
