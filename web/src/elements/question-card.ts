/** A question in the flow: choices as full-width buttons with the keys 1 to 9, or a consent; later what became of it. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { langIn, tongueOf } from "../i18n/tongue.ts";
import type { Key, Values } from "../i18n/words.ts";
import { isConsent } from "../state/consent.ts";
import type { Question } from "../state/timeline.ts";
import type { AnswerLine, CallLine, HeldLine, QuestionItem } from "../wire.ts";
import "./consent.ts";
import { type Given } from "./held-call.ts";
import "./held-call.ts";
import { iconOf } from "./icons.ts";
import { type Option, optionButton } from "./option-button.ts";
import { type Reader, tongueNote } from "./tongue-note.ts";
import { table } from "./value-table.ts";

type Say = (key: Key, values?: Values) => string;

/** How a question is told: by whom and in which language. */
export interface Wording {
  /** What the tool of a held call is called on this page, where that is known. */
  readonly title?: string;
  /** What the record shows of a held call. */
  readonly held?: HeldLine | null;
  /** Who asks. */
  readonly asker?: string;
  /** The language the question is asked in; the reader's when it is left out. */
  readonly locale?: string;
  readonly reader: Reader;
}

interface Asking extends Wording {
  /** What it says that was understood, with a way to change that. */
  readonly kept?: TemplateResult | typeof nothing;
  /** How many choices are shown at once; the others are one click away. */
  readonly most?: number;
  /** Why a choice can't be made; "" when it can. */
  blocked?(choice: string): string;
  /** A choice is looked at, by pointer or by keyboard; null when no longer. */
  look?(choice: string | null): void;
  answer(payload: { readonly choice: string } | Given): void;
}

/** Why a call is held that was allowed before the conversation was copied. */
const FORK = "fork";

/** Each question has a card of its own: the focus on one never becomes the focus on the next. */
export function questionCard(question: Question, asking: Asking): TemplateResult {
  const { say } = asking.reader;
  const consent = isConsent(question);
  const options = optionsOf(question, asking);
  const answers = question.held
    ? heldCall(question.held, asking, asking.answer)
    : consent
      ? html`<loket-consent .options=${options} .locale=${asking.locale ?? ""}></loket-consent>`
      : html`${options.length === 0 ? html`<p class="quiet">${say("question.reply")}</p>` : nothing}
        ${choices(options, asking)}`;
  return html`${keyed(
    question.id,
    html`<section
      class="question card"
      aria-label=${say("question.title")}
      tabindex=${consent ? nothing : "-1"}
      data-keys=${consent ? "no" : "yes"}
    >
      ${what(question, asking, html`<span class="node asks">${iconOf("question")}</span>`)} ${answers}
      ${asking.kept ?? nothing}
    </section>`,
  )}`;
}

/** A consent that is over without an answer: what was asked stays, and that nothing left. */
export function unsentCard(question: Question, wording: Wording): TemplateResult {
  const { say } = wording.reader;
  return html`${keyed(
    question.id,
    html`<section class="question card unsent" aria-label=${say("question.title")}>
      ${what(question, wording, html`<span class="node stopped">${iconOf("minus")}</span>`)}
      ${question.held ? heldCall(question.held, wording, null) : nothing}
      <p><strong>${say("question.unsent")}</strong></p>
    </section>`,
  )}`;
}

function what({ text, held }: Question, wording: Wording, icon: TemplateResult): TemplateResult {
  const { reader, locale = "" } = wording;
  const { say } = reader;
  return html`${held ? nothing : tongueNote(tongueOf(text), reader)}
    <p class="question-text">
      ${icon}${held ? html`<span>${say(held.held_why === FORK ? "question.forked" : "question.held")}</span>` : worded(text, langIn(text, locale))}
    </p>`;
}

/** The words of a question: what its first line asks stands out from what follows. */
function worded(text: string, lang: string | typeof nothing): TemplateResult {
  const [asked = "", ...rest] = text.split("\n");
  if (rest.length === 0) return html`<span lang=${lang}>${text}</span>`;
  return html`<span lang=${lang}>${asked}<span class="question-more">${rest.join("\n")}</span></span>`;
}

function heldCall(call: CallLine, wording: Wording, answer: ((given: Given) => void) | null): TemplateResult {
  const { title = "", held = null, asker = "", locale = "", reader } = wording;
  return html`<loket-held
    .call=${call}
    .held=${held}
    .asker=${asker}
    .label=${title}
    .locale=${locale}
    .reader=${reader}
    .answer=${answer}
  ></loket-held>`;
}

function choices(
  options: readonly Option[],
  { reader: { say }, locale = "", most: limit = Infinity }: Asking,
): TemplateResult {
  const most = options.length > limit + 1 ? limit : options.length;
  const button = (option: Option, index: number): TemplateResult => optionButton(option, { digit: index + 1, locale });
  return html`<div class="options">${options.slice(0, most).map(button)}</div>
    ${
      most < options.length
        ? html`<details class="more-options">
            <summary>${say("question.more", { count: options.length - most })}</summary>
            <div class="options">${options.slice(most).map((option, index) => button(option, index + most))}</div>
          </details>`
        : nothing
    }`;
}

function optionsOf(question: Question, { answer, look, blocked }: Asking): Option[] {
  const once = new Map(question.choices.map((choice) => [choice.id, choice]));
  return [...once.values()].map(({ id, label, detail }) => ({
    label,
    detail,
    blocked: blocked?.(id) ?? "",
    pick: () => answer({ choice: id }),
    look: (here) => look?.(here ? id : null),
  }));
}

/** What became of a question: the answer that was given, in words; `item` is what the records say of it. */
export function answered(question: Question, item: QuestionItem | undefined, say: Say): TemplateResult {
  if (item === undefined || (item.state === "answered" && item.answer === null))
    return html`<p class="quiet">${say("question.closed")}</p>`;
  if (item.answer === null)
    return html`<p class="quiet">${say(isConsent(question) ? "question.unsent" : "question.lapsed")}</p>`;
  const answer = wordsOf(question, item.answer, say);
  if (answer) return html`<p class="quiet">${say("question.answered", { answer })}</p>`;
  const given = item.answer.form;
  if (given === null) return html`<p class="quiet">${say("question.closed")}</p>`;
  return html`<p class="quiet">${say("question.answered", { answer: "" })}</p>
    ${table(given)}`;
}

function wordsOf(question: Question, answer: AnswerLine, say: Say): string {
  if (answer.approve) return answer.text ?? say("question.approve");
  if (answer.refuse) return answer.text ?? say("question.refuse");
  if (answer.edit !== null) return say("question.edited");
  if (answer.choice === null) return answer.text ?? "";
  const choice = question.choices.find(
    (one) => one.id === answer.choice || `${question.id}.${one.id}` === answer.choice,
  );
  return choice?.label ?? answer.choice;
}

/** Presses the choice a digit stands for in the card that has the focus, never a consent. True when there was one. */
export function pressDigit(event: KeyboardEvent): boolean {
  if (!/^[1-9]$/.test(event.key) || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  if (at.closest("input:not([type=radio], [type=checkbox]), textarea, select, [role=listbox]")) return false;
  const card = at.closest(".question[data-keys=yes]");
  const option = card?.querySelector<HTMLButtonElement>(`[data-key="${event.key}"]`);
  if (!option?.checkVisibility()) return false;
  option.click();
  return true;
}
