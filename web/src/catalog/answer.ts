/** The answer to a check: the amount when it could be computed, how, and the conditions with their sources. */
import { html, nothing } from "lit";
import { z } from "zod";
import { iconOf } from "../elements/icons.ts";
import type { App } from "../state/app.ts";
import type { Changes } from "../state/changes.ts";
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import { Common, DynamicJson, Flag, Words } from "./api.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { plainItems, type Say, sourcesOf } from "./section.ts";

const Answer = {
  name: "Answer",
  tagName: "loket-answer",
  schema: z.object({ ...Common, found: DynamicJson }).strict(),
};

class AnswerPart extends Part<typeof Answer> {
  protected override readonly api = Answer;

  /** The assistant whose answer it is. */
  protected override watches(app: App): readonly Changes[] {
    return [app.settings, app];
  }

  protected override draw({ found }: Props<typeof Answer>): Drawn {
    if (!isObject(found)) return nothing;
    const rules = found as JsonObject;
    const sum = objectOf(rules["berekening"]);
    const say: Say = (key, values) => this.say(key, values);
    const language = this.app?.settings.language ?? "nl";
    return html`<article class="result card antwoord" lang=${this.tongue}>
      ${this.inTheirTongue()}
      <h2>${textOf(rules["regeling"])} ${textOf(rules["jaar"])}</h2>
      ${this.#amount(sum)} ${lines(sum["let_op"])} ${reckoned(listOf(sum["uitleg"]).map(textOf), say)}
      <section class="conditions">
        <h3 lang=${language}>${say("answer.conditions")}</h3>
        ${plainItems(listOf(rules["voorwaarden"]))}
      </section>
      ${textOf(rules["opmerking"]) ? html`<p class="quiet">${textOf(rules["opmerking"])}</p>` : nothing}
      ${sourcesOf({ bron: [...listOf(rules["bron"]), ...fresh(rules, sum)] }, say)}
    </article>`;
  }

  #amount(sum: JsonObject): Drawn {
    const language = this.app?.settings.language ?? "nl";
    if (sum["soort"] === "geen_indicatie") return html`<p class="answer plain-answer">${textOf(sum["reden"])}</p>`;
    if (sum["soort"] !== "indicatie") return html`<p lang=${language}>${this.say("answer.tellIncome")}</p>`;
    const euros = (value: unknown, digits: number): string =>
      Number(value).toLocaleString("nl-NL", {
        style: "currency",
        currency: "EUR",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    const month = Number(sum["per_maand"]);
    const words = month > 0 ? this.say("answer.month", { amount: euros(month, 0) }) : this.say("answer.nothing");
    return html`<div lang=${language}>
      <p class="answer">${words}</p>
      <p class="quiet">
        ${month > 0 ? html`${this.say("answer.year", { amount: euros(sum["per_jaar"], 2) })} · ` : nothing}${this.say("answer.label")}
      </p>
    </div>`;
  }
}

/** Sources of the sum that are not among those of the rules. */
function fresh(rules: JsonObject, sum: JsonObject): JsonObject[] {
  const known = new Set(listOf(rules["bron"]).map((one) => textOf(objectOf(one)["naam"])));
  return listOf(sum["bron"])
    .filter(isObject)
    .filter((one) => !known.has(textOf(one["naam"])));
}

function lines(texts: JsonObject[string] | undefined): Drawn {
  const found = listOf(texts).map(textOf).filter(Boolean);
  if (found.length === 0) return nothing;
  return html`<ul class="heed">
    ${found.map((text) => html`<li>${iconOf("info")}<span>${text}</span></li>`)}
  </ul>`;
}

function reckoned(steps: readonly string[], say: Say): Drawn {
  if (steps.length === 0) return nothing;
  return html`<details class="reckoned">
    <summary>${say("answer.reckoned")}</summary>
    <ol>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>
  </details>`;
}

/** A quiet line that is shown only while a condition holds. */
const Note = {
  name: "Note",
  tagName: "loket-note",
  schema: z.object({ ...Common, text: Words, when: Flag }).strict(),
};

class NotePart extends Part<typeof Note> {
  protected override readonly api = Note;

  protected override draw({ text, when }: Props<typeof Note>): Drawn {
    return when === true ? html`<p class="box note"><span>${iconOf("info")} ${text ?? ""}</span></p>` : nothing;
  }
}

export const answer = entry(Answer, AnswerPart);
export const note = entry(Note, NotePart);
