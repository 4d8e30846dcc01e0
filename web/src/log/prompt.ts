/** What a model was asked for a decision: fetched when somebody wants to know, for the records do not hold it. */
import { html } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import "../elements/copy-button.ts";
import { type Json, type JsonObject, listOf, objectOf } from "../transport/json.ts";

export class Prompt extends LightElement {
  static override properties = { seq: { type: Number }, text: { state: true }, state: { state: true } };
  declare seq: number;
  declare text: string;
  declare state: "" | "coming" | "here" | "failed";
  readonly #here = new Here(this, (app) => [app.settings]);

  constructor() {
    super();
    this.text = "";
    this.state = "";
  }

  override render(): unknown {
    const { app } = this.#here;
    switch (this.state) {
      case "here":
        return html`<details open>
          <summary>${app.say("log.prompt")}</summary>
          <pre class="dump" tabindex="0">${this.text}</pre>
          <loket-copy .text=${this.text}></loket-copy>
        </details>`;
      case "coming":
        return html`<p class="quiet" role="status">${app.say("loading")}</p>`;
      default:
        return html`<button type="button" class="plain" @click=${this.#fetch}>
            ${iconOf("agent")}${app.say("log.prompt")}
          </button>
          ${this.state === "failed" ? html`<p class="field-error" role="alert">${app.say("log.noPrompt")}</p>` : ""}`;
    }
  }

  readonly #fetch = async (): Promise<void> => {
    const { api, conversation } = this.#here.app;
    this.state = "coming";
    try {
      this.text = JSON.stringify(shown(await api.prompt(conversation?.id ?? "", this.seq)), null, 2);
      this.state = "here";
    } catch {
      this.state = "failed";
    }
  };
}

/** What a model thought, and what its provider wants back of it, is for that model alone. */
function shown(request: Json): Json {
  const { messages, ...rest } = objectOf(request);
  const parts = (message: JsonObject): Json[] =>
    listOf(message["parts"]).map((part) => {
      const { thought: _own, ...others } = objectOf(part);
      return others["kind"] === "thinking" ? { kind: "thinking" } : others;
    });
  return {
    messages: listOf(messages)
      .map(objectOf)
      .map((one) => ({ ...one, parts: parts(one) })),
    ...rest,
  };
}

customElements.define("loket-prompt", Prompt);
