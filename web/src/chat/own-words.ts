/** Below what a person said: the way to say it differently, in a copy of the talk. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import { Trouble } from "../transport/api.ts";
import type { Saying } from "./turns.ts";

/** Where a value stands in a text, and is no part of another word or figure (8 is not in 18); -1 where it does not. */
export function placeOf(text: string, value: string): number {
  const plain = value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return value ? text.search(new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, "iu")) : -1;
}

export class OwnWords extends LightElement {
  static override properties = { said: {}, anew: {}, text: { state: true }, state: { state: true } };
  declare said: Saying;
  declare anew: (seq: number, text: string) => Promise<void>;
  declare text: string;
  declare state: "" | "editing" | "sending" | "failed";
  readonly #here = new Here(this, (app) => [app.settings]);

  constructor() {
    super();
    this.text = "";
    this.state = "";
  }

  override render(): unknown {
    const { app } = this.#here;
    if (!this.state)
      return html`<button type="button" class="plain" @click=${this.#begin}>
        ${iconOf("edit")}${app.say("deed.edit")}
      </button>`;
    return html`<form class="own-words" @submit=${this.#send} @keydown=${this.#escape}>
      <label for="anew-${this.said.seq}">${app.say("deed.edit.label")}</label>
      <textarea
        id="anew-${this.said.seq}"
        rows="3"
        aria-describedby="anew-hint-${this.said.seq}"
        .value=${this.text}
        @input=${(event: InputEvent) => (this.text = (event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <p class="quiet" id="anew-hint-${this.said.seq}">${app.say("deed.edit.hint")}</p>
      ${this.state === "failed" ? html`<p class="field-error" role="alert">${app.say("trouble.refused")}</p>` : nothing}
      <div class="buttons">
        <button class="primary" ?disabled=${this.state === "sending" || !this.text.trim()}>
          ${app.say("deed.edit.send")}
        </button>
        <button type="button" @click=${this.#leave}>${app.say("deed.edit.keep")}</button>
      </div>
    </form>`;
  }

  readonly #begin = (): Promise<void> => this.change("");

  /** Lets the person say it differently; `marked` is what they are likely to change. */
  async change(marked: string): Promise<void> {
    this.text = this.said.text;
    this.state = "editing";
    await this.updateComplete;
    const field = this.querySelector("textarea");
    field?.focus();
    const at = placeOf(this.text, marked);
    if (at >= 0) field?.setSelectionRange(at, at + marked.length);
  }

  readonly #leave = async (): Promise<void> => {
    this.state = "";
    await this.updateComplete;
    this.querySelector("button")?.focus();
  };

  readonly #escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape") void this.#leave();
  };

  readonly #send = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.state = "sending";
    try {
      await this.anew(this.said.seq, this.text.trim());
      this.state = "";
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.state = "failed";
    }
  };
}

customElements.define("loket-own-words", OwnWords);
