/** Asks before a conversation is deleted, and says what is lost. */
import { html } from "lit";
import { LightElement } from "./light-element.ts";
import { Here } from "./here.ts";
import { iconOf } from "./icons.ts";

/** Opens the dialog of the page. */
export function askToDelete(conversation: string): void {
  document.querySelector<DeleteDialog>("loket-delete-dialog")?.ask(conversation);
}

export class DeleteDialog extends LightElement {
  static override properties = { state: { state: true } };
  declare state: "asking" | "deleting" | "failed";
  readonly #here = new Here(this, (app) => [app.settings]);
  #conversation = "";

  constructor() {
    super();
    this.state = "asking";
  }

  ask(conversation: string): void {
    this.#conversation = conversation;
    this.state = "asking";
    this.querySelector("dialog")?.showModal();
  }

  override render(): unknown {
    const { app } = this.#here;
    return html`<dialog aria-labelledby="delete-title" aria-describedby="delete-text">
      <h2 id="delete-title">${app.say("delete.title")}</h2>
      <p id="delete-text">${app.say("delete.text")}</p>
      ${this.state === "failed" ? html`<p class="field-error" role="alert">${iconOf("alert")}<span>${app.say("delete.failed")}</span></p>` : ""}
      <div class="buttons">
        <button type="button" @click=${() => this.querySelector("dialog")?.close()}>${app.say("delete.keep")}</button>
        <button type="button" class="danger" ?disabled=${this.state === "deleting"} @click=${() => void this.#erase()}>
          ${iconOf("trash")}${app.say("delete.yes")}
        </button>
      </div>
    </dialog>`;
  }

  async #erase(): Promise<void> {
    const { app } = this.#here;
    this.state = "deleting";
    try {
      await app.conversations.erase(this.#conversation);
    } catch {
      this.state = "failed";
      return;
    }
    this.querySelector("dialog")?.close();
    if (app.router.route.conversation === this.#conversation) app.router.go({ conversation: null, surface: null });
  }
}

customElements.define("loket-delete-dialog", DeleteDialog);
