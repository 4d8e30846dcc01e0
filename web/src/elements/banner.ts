/** Says when the connection is lost, what happens next, and what went wrong with the last action. Nothing when all is well. */
import { html, nothing } from "lit";
import { LightElement } from "./light-element.ts";
import { Here } from "./here.ts";
import { langIn } from "../i18n/tongue.ts";
import { iconOf } from "./icons.ts";

export class Banner extends LightElement {
  static override properties = { now: { state: true } };
  declare now: number;
  readonly #here = new Here(this, (app) => [app.settings, app.conversation?.link, app]);
  #ticking: number | undefined;

  constructor() {
    super();
    this.now = Date.now();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#ticking);
  }

  override updated(): void {
    const lost = this.#here.app.conversation?.link.state === "lost";
    if (lost && this.#ticking === undefined) {
      this.#ticking = window.setInterval(() => (this.now = Date.now()), 1000);
    } else if (!lost) {
      window.clearInterval(this.#ticking);
      this.#ticking = undefined;
    }
  }

  override render(): unknown {
    return html`<div class="banners">${this.#connection()}${this.#trouble()}</div>`;
  }

  #connection(): unknown {
    const { app } = this.#here;
    const link = app.conversation?.link;
    if (!link || app.gone) return nothing;
    if (link.state !== "lost" && link.state !== "refused") return nothing;
    const seconds = Math.max(0, Math.ceil((link.retryAt - this.now) / 1000));
    return html`<div class="banner asks">
      ${iconOf("alert")}
      <p>
        <span role="alert">${app.say(link.state === "lost" ? "lost.text" : "refused.text")}</span>
        ${link.state === "lost" ? html`<span aria-hidden="true">${app.say("lost.next", { seconds })}</span>` : nothing}
      </p>
      <button type="button" @click=${() => link.retry()}>${iconOf("again")}${app.say("lost.now")}</button>
    </div>`;
  }

  #trouble(): unknown {
    const { app } = this.#here;
    const { trouble } = app;
    if (!trouble) return nothing;
    const text =
      trouble.code === "too_large"
        ? app.say("trouble.tooLarge")
        : trouble.status === 0
          ? app.say("trouble.unreachable")
          : app.say("trouble.refused");
    return html`<div class="banner error" role="alert">
      ${iconOf("alert")}
      <p>
        ${text}${trouble.message && trouble.code !== "too_large" ? html` <span lang=${langIn(trouble.message, "en")}>${trouble.message}</span>` : nothing}
        <code>${trouble.code}</code>
      </p>
      <button type="button" class="plain icon-only" aria-label=${app.say("close")} @click=${() => app.forgetTrouble()}>
        ${iconOf("close")}
      </button>
    </div>`;
  }
}

customElements.define("loket-banner", Banner);
