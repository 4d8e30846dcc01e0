/** A question in the flow: choices as full-width buttons with the keys 1 to 9; later the answer that was given. */
import { html, nothing, type TemplateResult } from "lit";
import { langIn } from "../i18n/tongue.ts";
import type { Key, Values } from "../i18n/words.ts";
import type { Question } from "../state/timeline.ts";
import type { AnswerLine, CallLine, QuestionItem } from "../wire.ts";
import { iconOf } from "./icons.ts";
import { table } from "./value-table.ts";

type Say = (key: Key, values?: Values) => string;

interface Asking {
  /** The keys 1 to 9 answer the first open question only. */
  readonly first: boolean;
  /** What the tool of a held call calls itself, where that is known; else its name is shown. */
  readonly title?: string;
  /** The language the question is asked in; the reader's when it is left out. */
  readonly locale?: string;
  /** How many choices are shown at once; the others are one click away. */
  readonly most?: number;
  readonly say: Say;
  /** Why a choice can't be made; "" when it can. */
  blocked?(choice: string): string;
  /** A choice is looked at, by pointer or by keyboard; null when no longer. */
  look?(choice: string | null): void;
  answer(payload: { choice?: string; approve?: boolean; refuse?: boolean }): void;
}

export function questionCard(question: Question, asking: Asking): TemplateResult {
  const { say } = asking;
  const locale = asking.locale ?? "";
  const options = optionsOf(question, asking);
  const most = options.length > (asking.most ?? Infinity) + 1 ? (asking.most ?? 0) : options.length;
  return html`<section
    class="question card"
    aria-label=${say("question.title")}
    data-keys=${asking.first ? "yes" : "no"}
  >
    <p class="question-text">
      <span class="node asks">${iconOf("question")}</span
      >${question.held ? html`<span>${say("question.held")}</span>` : html`<span lang=${langIn(question.text, locale)}>${question.text}</span>`}
    </p>
    ${question.held ? heldCall(question.held, asking) : nothing}
    ${options.length === 0 ? html`<p class="quiet">${say("question.reply")}</p>` : nothing}
    <div class="options">
      ${options.slice(0, most).map((option, index) => optionButton(option, index, question.held ? null : locale))}
    </div>
    ${
      most < options.length
        ? html`<details class="more-options">
            <summary>${say("question.more", { count: options.length - most })}</summary>
            <div class="options">
              ${options.slice(most).map((option, index) => optionButton(option, index + most, locale))}
            </div>
          </details>`
        : nothing
    }
  </section>`;
}

/** Something a question can be answered with. */
interface Option {
  readonly label: string;
  readonly detail: string;
  /** Why it can't be taken; "" when it can. */
  readonly blocked: string;
  pick(): void;
  look(here: boolean): void;
}

function optionsOf(question: Question, { say, answer, look, blocked }: Asking): Option[] {
  const free = { detail: "", blocked: "", look: () => undefined };
  if (question.held)
    return [
      { ...free, label: say("question.approve"), pick: () => answer({ approve: true }) },
      { ...free, label: say("question.refuse"), pick: () => answer({ refuse: true }) },
    ];
  const once = new Map(question.choices.map((choice) => [choice.id, choice]));
  return [...once.values()].map(({ id, label, detail }) => ({
    label,
    detail,
    blocked: blocked?.(id) ?? "",
    pick: () => answer({ choice: id }),
    look: (here) => look?.(here ? id : null),
  }));
}

/** `locale` is the language of its words, null for our own. One that can't be taken stays within reach of the keyboard, so that everybody is told why. */
function optionButton(option: Option, index: number, locale: string | null): TemplateResult {
  const { label, detail, blocked, pick, look } = option;
  return html`<button
    type="button"
    class="option"
    data-key=${index + 1}
    aria-disabled=${blocked ? "true" : nothing}
    @click=${blocked ? nothing : pick}
    @pointerenter=${() => look(true)}
    @pointerleave=${() => look(false)}
    @focus=${() => look(true)}
    @blur=${() => look(false)}
  >
    <kbd aria-hidden="true">${index + 1}</kbd>
    <span lang=${locale === null ? nothing : langIn(`${label}\n${detail}`, locale)}
      ><strong>${label}</strong>${detail ? html`<br /><span class="quiet">${detail}</span>` : nothing}${
        blocked ? html`<br /><span class="quiet">${blocked}</span>` : nothing
      }</span
    >
  </button>`;
}

/** What will happen when the person says yes: who does it, why, and with which values. */
function heldCall(call: CallLine, { title = "", locale = "", say }: Asking): TemplateResult {
  return html`<div class="held-call">
    <p>
      <strong>${say("question.what")}</strong>
      ${title ? html`<span>${title}</span> <code class="quiet">${call.tool}</code>` : html`<code>${call.tool}</code>`}
    </p>
    ${call.reason ? html`<p><strong>${say("call.why")}</strong> <span lang=${langIn(call.reason, locale)}>${call.reason}</span></p>` : nothing}
    <h3>${say("question.with")}</h3>
    ${
      call.args_cut
        ? html`<p class="quiet">${say("call.cut")}</p>`
        : html`<div class="scroll" role="region" aria-label=${say("question.with")} tabindex="0">
            ${table(call.args)}
          </div>`
    }
  </div>`;
}

/** What became of a question: the answer that was given, in words; `item` is what the records say of it. */
export function answered(question: Question, item: QuestionItem | undefined, say: Say): TemplateResult {
  if (item === undefined || (item.state === "answered" && item.answer === null))
    return html`<p class="quiet">${say("question.closed")}</p>`;
  if (item.answer === null) return html`<p class="quiet">${say("question.lapsed")}</p>`;
  const answer = wordsOf(question, item.answer, say);
  if (answer) return html`<p class="quiet">${say("question.answered", { answer })}</p>`;
  const given = item.answer.form;
  if (given === null) return html`<p class="quiet">${say("question.closed")}</p>`;
  return html`<p class="quiet">${say("question.answered", { answer: "" })}</p>
    ${table(given)}`;
}

function wordsOf(question: Question, answer: AnswerLine, say: Say): string {
  if (answer.approve) return say("question.approve");
  if (answer.refuse) return say("question.refuse");
  if (answer.edit !== null) return say("question.edited");
  if (answer.choice === null) return answer.text ?? "";
  const choice = question.choices.find(
    (one) => one.id === answer.choice || `${question.id}.${one.id}` === answer.choice,
  );
  return choice?.label ?? answer.choice;
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
  if (!option?.checkVisibility()) return false;
  option.click();
  return true;
}
