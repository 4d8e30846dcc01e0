/** The answers to a check: the amounts first and beside each other, what they were computed with once, the official place,
 * then how and on which rules. */
import { basisOf } from "./basis.ts";
import { type Drawn, type JsonObject, type Reader, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

const RULES = /^rules_lookup(?:_[b-d])?$/u;

/** `note` says in which language it is; while `busy` it keeps the room of what comes. */
export function answerOf(found: unknown, busy: unknown, where: Where): Drawn {
  const { html, nothing, json } = shell;
  const steps = json.objectOf(found);
  const answers = Object.keys(steps)
    .filter((name) => RULES.test(name))
    .toSorted()
    .map((name) => json.objectOf(steps[name]));
  const [only] = answers;
  if (!only) return busy === true ? html`<div class="card antwoord coming" aria-hidden="true"></div>` : nothing;
  if (answers.length === 1) return html`${cardOf(only, where, basisOf(answers, where.reader))}`;
  const basis = basisOf(answers, where.reader);
  return html`<div class="several">
    ${answers.map((one) => cardOf(one, where, nothing))}
    ${basis === nothing ? nothing : html`<article class="result card of-all" lang=${where.tongue}>${basis}</article>`}
  </div>`;
}

function cardOf(found: JsonObject, { reader, tongue, note }: Where, basis: Drawn): Drawn {
  const { html, nothing, draw, json } = shell;
  const { isObject, listOf, objectOf, textOf } = json;
  const sum = objectOf(found["berekening"]);
  const say = sayFor(reader);
  const sources = [...listOf(found["bron"]), ...fresh(found, sum)];
  return html`<article class="result card antwoord" lang=${tongue}>
    ${note}
    <h2>${textOf(found["regeling"])} ${textOf(found["jaar"])}</h2>
    ${amount(sum, reader)} ${basis} ${lines(listOf(sum["let_op"]).map(textOf))}
    ${official(sources.filter(isObject), reader)} ${reckoned(sum, reader)}
    <details class="conditions">
      <summary lang=${reader.language}>${say("answer.conditions")}</summary>
      ${draw.plainItems(listOf(found["voorwaarden"]))}
    </details>
    ${sum["soort"] === "indicatie" ? nothing : html`<p class="quiet">${textOf(found["opmerking"])}</p>`}
    ${draw.sourcesOf({ bron: sources }, reader.say)}
  </article>`;
}

interface Where {
  readonly reader: Reader;
  readonly tongue: string;
  readonly note: Drawn;
}

function amount(sum: JsonObject, reader: Reader): Drawn {
  const { html, nothing, json } = shell;
  const [{ language }, say] = [reader, sayFor(reader)];
  if (sum["soort"] === "geen_indicatie") return html`<p class="answer plain-answer">${json.textOf(sum["reden"])}</p>`;
  if (sum["soort"] !== "indicatie") return html`<p lang=${language}>${say("answer.tellIncome")}</p>`;
  const month = Number(sum["per_maand"]);
  const words = month > 0 ? say("answer.month", { amount: euros(month) }) : say("answer.nothing");
  return html`<div lang=${language}>
    <p class="answer">${words}</p>
    <p class="quiet">
      ${until(sum, reader)}${month > 0 ? html`${say("answer.year", { amount: euros(sum["per_jaar"]) })} · ` : nothing}${say("answer.label")}
    </p>
  </div>`;
}

function euros(value: unknown): string {
  return Number(value).toLocaleString("nl-NL", { style: "currency", currency: "EUR", maximumFractionDigits: 0 });
}

/** From and until when an amount holds, where that is not the whole year, and what it is then. */
function until(sum: JsonObject, reader: Reader): Drawn {
  const { html, nothing, json } = shell;
  const [from, last, say] = [json.textOf(sum["vanaf"]), json.textOf(sum["tot"]), sayFor(reader)];
  if (last) return html`${say("answer.until", { month: last, amount: euros(sum["daarna"]) })} · `;
  return from ? html`${say("answer.from", { month: from })} · ` : nothing;
}

/** The authority's own calculation, which the server names among its sources. */
function official(sources: readonly JsonObject[], reader: Reader): Drawn {
  const { html, nothing, draw, json } = shell;
  const place = sources.find((one) => json.textOf(one["naam"]).endsWith("proefberekening"));
  const url = json.textOf(place?.["url"]);
  if (!url.startsWith("https://")) return nothing;
  return html`<p lang=${reader.language}>
    <a href=${url} target="_blank" rel="noopener noreferrer"
      >${draw.iconOf("link")} ${sayFor(reader)("answer.official")}</a
    >
  </p>`;
}

/** Sources of the sum that are not among those of the rules. */
function fresh(rules: JsonObject, sum: JsonObject): JsonObject[] {
  const { isObject, listOf, objectOf, textOf } = shell.json;
  const known = new Set(listOf(rules["bron"]).map((one) => textOf(objectOf(one)["naam"])));
  return listOf(sum["bron"])
    .filter(isObject)
    .filter((one) => !known.has(textOf(one["naam"])));
}

function lines(texts: readonly string[]): Drawn {
  const { html, nothing, draw } = shell;
  const found = texts.filter(Boolean);
  if (found.length === 0) return nothing;
  return html`<ul class="heed">
    ${found.map((text) => html`<li>${draw.iconOf("info")}<span>${text}</span></li>`)}
  </ul>`;
}

function reckoned(sum: JsonObject, reader: Reader): Drawn {
  const { html, nothing, json } = shell;
  const steps = json.listOf(sum["uitleg"]).map(json.textOf);
  if (steps.length === 0) return nothing;
  return html`<details class="reckoned">
    <summary lang=${reader.language}>${sayFor(reader)("answer.reckoned")}</summary>
    <ol>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>
  </details>`;
}
