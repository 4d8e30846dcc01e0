/** A question in the flow: choices as full-width buttons with the keys 1 to 9; later the answer that was given. */
import { html, nothing, type TemplateResult } from "lit";
import type { Key, Values } from "../i18n/words.ts";
import type { Question } from "../state/timeline.ts";
import { iconOf } from "./icons.ts";

type Say = (key: Key, values?: Values) => string;

interface Asking {
  /** The keys 1 to 9 answer the first open question only. */
  readonly first: boolean;
  readonly say: Say;
  answer(payload: { choice?: string; approve?: boolean; refuse?: boolean }): void;
}

export function questionCard(question: Question, asking: Asking): TemplateResult {
  const { say, answer } = asking;
  const options = question.held
    ? [
        { label: say("question.approve"), detail: "", pick: () => answer({ approve: true }) },
        { label: say("question.refuse"), detail: "", pick: () => answer({ refuse: true }) },
      ]
    : question.choices.map(({ id, label, detail }) => ({ label, detail, pick: () => answer({ choice: id }) }));
  return html`<section
    class="question card"
    aria-label=${say("question.title")}
    data-keys=${asking.first ? "yes" : "no"}
  >
    <p class="question-text">${iconOf("question")}<span>${question.text}</span></p>
    <div class="options">
      ${options.map(
        ({ label, detail, pick }, index) =>
          html`<button type="button" class="option" data-key=${index + 1} @click=${pick}>
            <kbd aria-hidden="true">${index + 1}</kbd>
            <span><strong>${label}</strong>${detail ? html`<br /><span class="quiet">${detail}</span>` : nothing}</span>
          </button>`,
      )}
    </div>
  </section>`;
}

export function answered(question: Question, say: Say): TemplateResult {
  const choice = question.choices.find(
    (one) => one.id === question.answer || `${question.id}.${one.id}` === question.answer,
  );
  return html`<p class="quiet">
    ${choice ? say("question.answered", { answer: choice.label }) : say("question.closed")}
  </p>`;
}

/** Presses the choice a digit stands for, unless the person is typing. True when there was one. */
export function pressDigit(event: KeyboardEvent): boolean {
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return false;
  const at = event.target;
  if (
    at instanceof HTMLElement &&
    at.closest("input:not([type=radio], [type=checkbox]), textarea, select, [role=listbox]")
  )
    return false;
  const option = document.querySelector<HTMLButtonElement>(`.question[data-keys=yes] [data-key="${event.key}"]`);
  option?.click();
  return option !== null;
}
