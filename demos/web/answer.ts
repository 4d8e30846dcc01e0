/** The answer to a check: the amount when it could be computed, how, and the conditions with their sources. */
import { type Drawn, type JsonObject, type Reader, shell } from "./shell.ts";
import { type Say, sayFor } from "./words.ts";

/** `note` says in which language it is. */
export function answerOf(found: unknown, reader: Reader, tongue: string, note: Drawn): Drawn {
  const { html, nothing, draw, json } = shell;
  const { isObject, listOf, objectOf, textOf } = json;
  if (!isObject(found)) return nothing;
  const sum = objectOf(found["berekening"]);
  const say = sayFor(reader);
  return html`<article class="result card antwoord" lang=${tongue}>
    ${note}
    <h2>${textOf(found["regeling"])} ${textOf(found["jaar"])}</h2>
    ${amount(sum, reader)} ${lines(listOf(sum["let_op"]).map(textOf))}
    ${reckoned(listOf(sum["uitleg"]).map(textOf), say)}
    <section class="conditions">
      <h3 lang=${reader.language}>${say("answer.conditions")}</h3>
      ${draw.plainItems(listOf(found["voorwaarden"]))}
    </section>
    ${textOf(found["opmerking"]) ? html`<p class="quiet">${textOf(found["opmerking"])}</p>` : nothing}
    ${draw.sourcesOf({ bron: [...listOf(found["bron"]), ...fresh(found, sum)] }, reader.say)}
  </article>`;
}

function amount(sum: JsonObject, reader: Reader): Drawn {
  const { html, nothing, json } = shell;
  const [{ language }, say] = [reader, sayFor(reader)];
  if (sum["soort"] === "geen_indicatie") return html`<p class="answer plain-answer">${json.textOf(sum["reden"])}</p>`;
  if (sum["soort"] !== "indicatie") return html`<p lang=${language}>${say("answer.tellIncome")}</p>`;
  const euros = (value: unknown, digits: number): string =>
    Number(value).toLocaleString("nl-NL", {
      style: "currency",
      currency: "EUR",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const month = Number(sum["per_maand"]);
  const words = month > 0 ? say("answer.month", { amount: euros(month, 0) }) : say("answer.nothing");
  return html`<div lang=${language}>
    <p class="answer">${words}</p>
    <p class="quiet">
      ${month > 0 ? html`${say("answer.year", { amount: euros(sum["per_jaar"], 2) })} · ` : nothing}${say("answer.label")}
    </p>
  </div>`;
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

function reckoned(steps: readonly string[], say: Say): Drawn {
  const { html, nothing } = shell;
  if (steps.length === 0) return nothing;
  return html`<details class="reckoned">
    <summary>${say("answer.reckoned")}</summary>
    <ol>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>
  </details>`;
}
