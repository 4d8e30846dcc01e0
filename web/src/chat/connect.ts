/** "Connect to an agent by its address": asks the assistant to look what lives there. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import { Trouble } from "../transport/api.ts";
import type { JsonObject } from "../transport/json.ts";

export class Connect extends LightElement {
  static override properties = { assistant: {}, trouble: { state: true }, busy: { state: true } };
  declare assistant: string;
  declare trouble: string;
  declare busy: boolean;
  readonly #here = new Here(this, (app) => [app.settings, app]);

  constructor() {
    super();
    this.assistant = "";
    this.trouble = "";
    this.busy = false;
  }

  override render(): unknown {
    const { app } = this.#here;
    if (!app.about(this.assistant)?.findsAgents) return nothing;
    return html`<details class="connect">
      <summary>${iconOf("link")}${app.say("connect.title")}</summary>
      <p class="quiet">${app.say("connect.text")}</p>
      <form novalidate @submit=${this.#submit}>
        <div class="field ${this.trouble ? "wrong" : ""}">
          <label for="connect-url">${app.say("connect.address")}</label>
          <div class="input-row">
            <input
              id="connect-url"
              name="url"
              type="text"
              inputmode="url"
              autocomplete="url"
              placeholder="https://agent.example"
              aria-describedby=${this.trouble ? "connect-error" : nothing}
              aria-invalid=${this.trouble ? "true" : nothing}
            />
            <button class="primary" ?disabled=${this.busy}>${app.say("connect.button")}</button>
          </div>
          ${this.trouble ? html`<p class="field-error" id="connect-error">${iconOf("alert")}<span>${this.trouble}</span></p>` : nothing}
        </div>
      </form>
    </details>`;
  }

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = String(new FormData(event.target as HTMLFormElement).get("url") ?? "").trim();
    const url = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
    if (!typed || /\s/.test(typed) || !URL.canParse(url)) this.trouble = this.#here.app.say("connect.wrong");
    else void this.#connect({ kind: "surface_acted", surface: "agent", name: "agent/connect", payload: { url } });
  };

  async #connect(event: JsonObject): Promise<void> {
    const { app } = this.#here;
    this.busy = true;
    this.trouble = "";
    try {
      if (app.conversation) await app.conversation.tell(event);
      else await app.begin(this.assistant, (id) => app.api.tell(id, event, crypto.randomUUID()));
    } catch (error) {
      const reached = error instanceof Trouble && error.status !== 0;
      this.trouble = app.say(reached ? "trouble.refused" : "trouble.unreachable");
    } finally {
      this.busy = false;
    }
  }
}

customElements.define("loket-connect", Connect);
