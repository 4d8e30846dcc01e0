/** The button that copies a link to a set-up; where the browser does not copy, the link itself. */
import { shell } from "../shell.ts";
import type { Config } from "./config.ts";
import { define, Piece } from "./parts.ts";

const { html, nothing } = shell;

export class SetUpLink extends Piece {
  static override properties = { config: {}, copied: { state: true } };
  declare config: Config;
  declare copied: "" | "done" | "failed";

  constructor() {
    super();
    this.copied = "";
  }

  override render(): unknown {
    const { config } = this;
    return html`<button type="button" class="plain" ?disabled=${config.loading !== "here"} @click=${this.#copy}>
        ${shell.draw.iconOf("link")}${this.say(this.copied === "done" ? "link.copied" : "link.copy")}
      </button>
      <div role="status">${this.copied === "failed" ? this.#field() : nothing}</div>`;
  }

  #field(): unknown {
    return html`<div class="field">
      <label for="wb-link">${this.app.say("copy.failed")}</label>
      <input
        id="wb-link"
        readonly
        .value=${this.#address}
        @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
      />
    </div>`;
  }

  get #address(): string {
    return `${location.href.split("#")[0]}#/new/${this.app.about()?.name}/${this.config.link}`;
  }

  readonly #copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(this.#address);
    } catch {
      this.copied = "failed";
      return;
    }
    this.copied = "done";
    window.setTimeout(() => (this.copied = ""), 3000);
  };
}

define("wb-link", SetUpLink);
