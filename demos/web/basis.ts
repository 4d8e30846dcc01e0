/** What amounts were computed with: once for all of them, with what nobody told marked, and the way to change it. */
import { type Drawn, type JsonObject, type Reader, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

/** One thing that was understood, and the allowances that count with it. */
interface Fact {
  readonly fact: JsonObject;
  readonly of: string[];
}

/** Empty where nothing is computed. */
export function basisOf(answers: readonly JsonObject[], reader: Reader): Drawn {
  const { html, nothing } = shell;
  const say = sayFor(reader);
  const sums = answers.filter((one) => factsOf(one).length > 0);
  const facts = gathered(sums);
  if (facts.length === 0) return nothing;
  return html`<section class="basis">
    <h3 lang=${reader.language}>${say("answer.basis")}</h3>
    <dl>${facts.map((one) => line(one, one.of.length < sums.length, reader))}</dl>
    <button type="button" class="plain" lang=${reader.language} @click=${toForm}>${say("answer.change")}</button>
  </section>`;
}

/** `named`: it is only of some of several, which are named. */
function line({ fact, of }: Fact, named: boolean, reader: Reader): Drawn {
  const { html, nothing, json } = shell;
  const how = json.textOf(fact["hoe"]);
  const told = fact["gegeven"] === true;
  return html`<div>
    <dt>${json.textOf(fact["naam"])}${named ? html` <span class="quiet how">${of.join(", ")}</span>` : nothing}</dt>
    <dd>
      ${json.textOf(fact["waarde"])}
      ${told ? nothing : html`<span class="pill" lang=${reader.language}>${sayFor(reader)("answer.assumed")}</span>`}
      ${how ? html`<span class="quiet how">${how}</span>` : nothing}
    </dd>
  </div>`;
}

function factsOf(answer: JsonObject): JsonObject[] {
  const { isObject, listOf, objectOf } = shell.json;
  return listOf(objectOf(answer["berekening"])["uitgangspunten"]).filter(isObject);
}

/** What is the same for several stands there once, and what has one name in one place. */
function gathered(answers: readonly JsonObject[]): Fact[] {
  const { textOf } = shell.json;
  const found = new Map<string, Fact>();
  for (const answer of answers) {
    for (const fact of factsOf(answer)) {
      const key = JSON.stringify([fact["naam"], fact["waarde"], fact["hoe"], fact["gegeven"]]);
      const known = found.get(key) ?? { fact, of: [] };
      known.of.push(textOf(answer["regeling"]));
      found.set(key, known);
    }
  }
  const facts = [...found.values()];
  const order = facts.map(({ fact }) => fact["veld"]);
  return facts.toSorted((a, b) => order.indexOf(a.fact["veld"]) - order.indexOf(b.fact["veld"]));
}

function toForm(event: Event): void {
  const page = (event.currentTarget as HTMLElement).closest("loket-workbench");
  page?.querySelector<HTMLElement>("form :is(input:checked, input, select)")?.focus();
}
