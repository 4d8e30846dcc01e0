/** What a call was asked or answered when it is too long for a view: fetched from its record when a person wants it. */
import { html } from "lit";
import { LightElement } from "./light-element.ts";
import { wholeOf } from "../log/whole.ts";
import type { CallLine } from "../wire.ts";
import { Here } from "./here.ts";
import { valueBox } from "./value-box.ts";

export class RecordPart extends LightElement {
  static override properties = { call: {}, what: {}, wanted: { state: true } };
  declare call: CallLine;
  declare what: "args" | "value";
  declare wanted: boolean;
  readonly #here = new Here(this, (app) => [app.settings, app.conversation?.log]);

  constructor() {
    super();
    this.what = "value";
    this.wanted = false;
  }

  override render(): unknown {
    const { app } = this.#here;
    const log = app.conversation?.log;
    if (!log) return html`<p class="quiet">${app.say("call.cut")}</p>`;
    if (!this.wanted)
      return html`<button type="button" @click=${() => (this.wanted = true)}>${app.say("call.whole")}</button>`;
    const whole = wholeOf(log, this.call, this.what);
    switch (whole.state) {
      case "here":
        return valueBox(app.say(this.what === "args" ? "call.asked" : "call.answer"), whole.value);
      case "coming":
        return html`<p class="quiet" role="status">${app.say("loading")}</p>`;
      case "far":
        return html`<p class="quiet">${app.say("call.far")}</p>
          <pre class="dump" tabindex="0">${whole.preview}</pre>`;
      default:
        return html`<p class="quiet">${app.say("call.cut")}</p>`;
    }
  }
}

customElements.define("loket-record-part", RecordPart);
