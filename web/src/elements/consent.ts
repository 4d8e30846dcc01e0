/** The yes and the no of a consent: taken by a click or by a key pressed on the button itself, and by nothing that began earlier. */
import { html } from "lit";
import { LightElement } from "./light-element.ts";
import { type Option, optionButton } from "./option-button.ts";

/** For so many milliseconds it takes nothing: a double click or a key that hit what was here before was not meant for it. */
export const GRACE = 600;

export class Consent extends LightElement {
  static override properties = { options: { attribute: false }, locale: { attribute: false }, ready: { state: true } };
  declare options: readonly Option[];
  /** The language of the options, null for our own. */
  declare locale: string | null;
  declare ready: boolean;
  #timer: number | undefined;
  /** The button on which a key went down. */
  #pressed: EventTarget | null = null;

  constructor() {
    super();
    this.options = [];
    this.locale = null;
    this.ready = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ready = false;
    this.#timer = window.setTimeout(() => (this.ready = true), GRACE);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  override render(): unknown {
    return html`<div
      class="options"
      @click=${{ handleEvent: this.#click, capture: true }}
      @keydown=${this.#down}
      @keyup=${this.#up}
    >
      ${this.options.map((option) => optionButton(option, { digit: null, locale: this.locale, early: !this.ready }))}
    </div>`;
  }

  /** The second click of a double click belongs to the first. */
  readonly #click = (event: MouseEvent): void => {
    if (!this.ready || event.detail > 1) event.stopPropagation();
  };

  /** A key that is held down repeats itself, also onto what has got the focus since. */
  readonly #down = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== " ") return;
    if (event.repeat) event.preventDefault();
    else this.#pressed = event.target;
  };

  /** The space bar presses when it is let go: only where it went down. */
  readonly #up = (event: KeyboardEvent): void => {
    if (event.key === " " && this.#pressed !== event.target) event.preventDefault();
    this.#pressed = null;
  };
}

customElements.define("loket-consent", Consent);
