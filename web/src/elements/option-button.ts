/** An answer to a question as a full-width button. */
import { html, nothing, type TemplateResult } from "lit";
import { langIn } from "../i18n/tongue.ts";

/** Something a question can be answered with. */
export interface Option {
  readonly label: string;
  readonly detail: string;
  /** Why it can't be taken; "" when it can. */
  readonly blocked: string;
  pick(): void;
  look(here: boolean): void;
}

/** How it is drawn: the digit that stands for it, null for none; the language of its words, null for our own. */
export interface Drawing {
  readonly digit: number | null;
  readonly locale: string | null;
  /** It does nothing yet. */
  readonly early?: boolean;
}

/** One that can't be taken stays within reach of the keyboard, so that everybody is told why. */
export function optionButton(option: Option, { digit, locale, early }: Drawing): TemplateResult {
  const { label, detail, blocked, pick, look } = option;
  const off = blocked !== "" || early === true;
  return html`<button
    type="button"
    class="option ${early ? "early" : ""}"
    data-key=${digit ?? nothing}
    aria-disabled=${off ? "true" : nothing}
    @click=${off ? nothing : pick}
    @pointerenter=${() => look(true)}
    @pointerleave=${() => look(false)}
    @focus=${() => look(true)}
    @blur=${() => look(false)}
  >
    <span lang=${locale === null ? nothing : langIn(`${label}\n${detail}`, locale)}
      ><strong>${label}</strong>${detail ? html`<br /><span class="quiet">${detail}</span>` : nothing}${
        blocked ? html`<br /><span class="quiet">${blocked}</span>` : nothing
      }</span
    >
    ${digit === null ? nothing : html`<kbd aria-hidden="true">${digit}</kbd>`}
  </button>`;
}
