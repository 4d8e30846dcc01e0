/** What a question says that it has understood: each value, and a way to what the person said, so as to say it differently. */
import { html, nothing, type TemplateResult } from "lit";
import { iconOf } from "../elements/icons.ts";
import { day } from "../elements/moment.ts";
import { inWords } from "../elements/schema-fields.ts";
import { LANGUAGES } from "../i18n/words.ts";
import { objectOf } from "../transport/json.ts";
import type { App } from "../state/app.ts";
import type { QuestionItem } from "../wire.ts";
import { type OwnWords, placeOf } from "./own-words.ts";

const ISO = /^\d{4}-\d{2}-\d{2}$/;
/** So many letters of a value tell which one it is. */
const LONGEST = 40;

interface Kept {
  readonly name: string;
  readonly value: string;
}

/** The values that the words of a question name: others are the planner's own, and nobody has seen them. */
export function keptIn(item: Pick<QuestionItem, "text" | "wants">): Kept[] {
  if (!item.wants?.skill) return [];
  return Object.entries(objectOf(item.wants.slots))
    .filter(([, value]) => typeof value === "string" || typeof value === "number")
    .map(([name, value]) => ({ name: inWords(name), value: String(value) }))
    .filter(({ value }) => value !== "" && says(item.text, value));
}

/** Whether a value stands in a text, as it is or as people read it. */
function says(text: string, value: string): boolean {
  const spoken = [...LANGUAGES.map(([language]) => language), "en-GB"];
  const days = ISO.test(value) ? spoken.map((language) => day(value, language)) : [];
  return [value, inWords(value), ...days].some((one) => placeOf(text, one) >= 0);
}

export function keptValues(item: QuestionItem | undefined, app: App): TemplateResult | typeof nothing {
  const kept = item ? keptIn(item) : [];
  if (kept.length === 0) return nothing;
  return html`<div class="kept-values">
    <p class="quiet">${app.say("understood.wrong")}</p>
    <ul>
      ${kept.map(({ name, value }) => {
        const read = ISO.test(value) ? day(value, app.say("date.locale")) : value;
        const short = read.length > LONGEST ? `${read.slice(0, LONGEST)}…` : read;
        return html`<li>
          <button type="button" class="kept" @click=${() => toWords(value)}>
            <span><span class="sr-only">${app.say("question.change")}: </span>${name}: <strong>${short}</strong></span
            >${iconOf("edit")}
          </button>
        </li>`;
      })}
    </ul>
  </div>`;
}

/** Opens what the person said last that has this value, or said last at all, with the value marked. */
function toWords(value: string): void {
  const all = [...document.querySelectorAll<OwnWords>("loket-own-words")].reverse();
  const found = all.find((one) => says(one.said.text, value)) ?? all[0];
  void found?.change(value);
}
