/** A button that copies a text and says that it did. */
import { html } from "lit";
import { LightElement } from "./light-element.ts";
import { Here } from "./here.ts";
import { iconOf } from "./icons.ts";

export class CopyButton extends LightElement {
  static override properties = { text: {}, label: {}, state: { state: true } };
  declare text: string;
  declare label: string;
  declare state: "" | "done" | "failed";
  readonly #here = new Here(this, (app) => [app.settings]);

  constructor() {
    super();
    this.text = "";
    this.label = "";
    this.state = "";
  }

  override render(): unknown {
    const { app } = this.#here;
    return html`<button type="button" @click=${() => void this.#copy()}>
        ${iconOf(this.state === "done" ? "check" : "copy")}${this.label || app.say("copy.copy")}
      </button>
      <span class="quiet" role="status"
        >${this.state ? app.say(this.state === "done" ? "copy.done" : "copy.failed") : ""}</span
      >`;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.text);
      this.state = "done";
    } catch {
      this.state = "failed";
    }
    window.setTimeout(() => (this.state = ""), 4000);
  }
}

customElements.define("loket-copy", CopyButton);
