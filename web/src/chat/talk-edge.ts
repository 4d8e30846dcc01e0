/** Between a talk and what stands beside it: pulled by pointer or moved by keys, and where it was left next time. */
import { html } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { Here } from "../elements/here.ts";

const NAME = "loket.words.width";
const [LEAST, USUAL, MOST] = [320, 420, 720];
const STRIDE = 32;

export class TalkEdge extends LightElement {
  static override properties = { width: { state: true } };
  /** Pixels of the talk. */
  declare width: number;
  readonly #here = new Here(this, (app) => [app.settings]);

  constructor() {
    super();
    this.width = kept();
  }

  override render(): unknown {
    return html`<div
      class="talk-edge"
      role="separator"
      tabindex="0"
      aria-orientation="vertical"
      aria-label=${this.#here.app.say("beside.divider")}
      aria-valuemin=${LEAST}
      aria-valuemax=${MOST}
      aria-valuenow=${this.width}
      @keydown=${this.#key}
      @pointerdown=${this.#grab}
      @pointermove=${this.#pull}
      @dblclick=${() => this.#become(USUAL)}
    ></div>`;
  }

  override updated(): void {
    this.parentElement?.style.setProperty("--words-width", `${this.width}px`);
  }

  readonly #key = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -STRIDE, ArrowRight: STRIDE, Home: LEAST - MOST, End: MOST - LEAST }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#become(this.width + step);
  };

  readonly #grab = (event: PointerEvent): void => {
    if (event.button === 0) (event.target as Element).setPointerCapture(event.pointerId);
  };

  readonly #pull = (event: PointerEvent): void => {
    if (!(event.target as Element).hasPointerCapture(event.pointerId)) return;
    this.#become(event.clientX - (this.parentElement?.getBoundingClientRect().left ?? 0));
  };

  #become(width: number): void {
    this.width = Math.round(Math.min(MOST, Math.max(LEAST, width)));
    try {
      localStorage.setItem(NAME, String(this.width));
    } catch {
      // Storage may be forbidden or full: the width then lasts until the page is left.
    }
  }
}

function kept(): number {
  try {
    const width = Number(localStorage.getItem(NAME));
    return width >= LEAST && width <= MOST ? width : USUAL;
  } catch {
    return USUAL;
  }
}

customElements.define("loket-talk-edge", TalkEdge);
