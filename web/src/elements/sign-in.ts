/** Asks for the token of the person, says what is wrong with it, and makes room for the page once the server took it. */
import { html, nothing } from "lit";
import { LightElement } from "./light-element.ts";
import type { Key } from "../i18n/words.ts";
import { Trouble } from "../transport/api.ts";
import { Here } from "./here.ts";
import { iconOf } from "./icons.ts";

export class SignIn extends LightElement {
  static override properties = { wrong: { state: true }, busy: { state: true } };
  declare wrong: Key | null;
  declare busy: boolean;
  readonly #here = new Here(this, (app) => [app.settings]);

  constructor() {
    super();
    this.wrong = null;
    this.busy = false;
  }

  override firstUpdated(): void {
    this.#field?.focus();
  }

  override render(): unknown {
    const { app } = this.#here;
    const { wrong } = this;
    return html`<section class="state-page">
      <h1 tabindex="-1">${app.say("signIn.title")}</h1>
      <p id="token-hint">${app.say("signIn.text")}</p>
      <form novalidate class="card form" @submit=${(event: Event) => void this.#submit(event)}>
        <div class="field ${wrong ? "wrong" : ""}">
          <label for="token">${app.say("signIn.token")}</label>
          <input
            id="token"
            type="password"
            autocomplete="current-password"
            autocapitalize="off"
            spellcheck="false"
            required
            aria-invalid=${wrong ? "true" : "false"}
            aria-describedby=${wrong ? "token-error" : "token-hint"}
          />
          ${
            wrong
              ? html`<p id="token-error" class="field-error" role="alert">
                  ${iconOf("alert")}<span>${app.say(wrong)}</span>
                </p>`
              : nothing
          }
        </div>
        <div class="buttons">
          <button type="submit" class="primary" aria-disabled=${this.busy ? "true" : "false"}>
            ${app.say("signIn.button")}
          </button>
        </div>
      </form>
    </section>`;
  }

  get #field(): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>("#token");
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    const token = this.#field?.value.trim() ?? "";
    this.wrong = null;
    this.busy = true;
    this.wrong = token ? await this.#tried(token) : "signIn.empty";
    this.busy = false;
    if (!this.wrong) return;
    await this.updateComplete;
    this.#field?.focus();
    this.#field?.select();
  }

  /** What to say when the server did not take the token. */
  async #tried(token: string): Promise<Key | null> {
    try {
      await this.#here.app.signIn(token);
      return null;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (error.status === 0) return "signIn.unreachable";
      return error.status === 401 ? "signIn.wrong" : "signIn.failed";
    }
  }
}

customElements.define("loket-sign-in", SignIn);
