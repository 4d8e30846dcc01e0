/** Papers and points, each with its explanation in plain words below it, the most urgent first: told once. */
import { type Drawn, type Json, type JsonObject, type Reader, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

const PRIORITIES = ["hoog", "midden", "laag"] as const;
const EXPLAINED = "verrijking";

/** The lists with the explanations in them; what explains nothing on the lists stays a list of its own. */
export function together(results: readonly Json[]): readonly Json[] {
  const { isObject, listOf, textOf } = shell.json;
  const explained = results.filter(isObject).find((one) => one["kind"] === EXPLAINED);
  if (!explained) return results;
  const left = new Map(
    listOf(explained["items"])
      .filter(isObject)
      .map((item) => [textOf(item["text"]), item]),
  );
  const lists = results
    .filter((one) => one !== explained)
    .map((one) => {
      if (!isObject(one)) return one;
      const items = listOf(one["items"]).map((item) => {
        const text = isObject(item) ? textOf(item["text"]) : textOf(item);
        const words = left.get(text);
        left.delete(text);
        return words ?? item;
      });
      return { ...one, items };
    });
  return left.size > 0 ? [...lists, { ...explained, items: [...left.values()] }] : lists;
}

/** A list of papers or points; before they are explained they stand there as they are. */
export function explained(raw: JsonObject, reader: Reader): Drawn {
  const { html, nothing, draw, json } = shell;
  const known = json.listOf(raw["items"]).filter(json.isObject);
  if (!known.some((item) => item["b1_explanation"])) return draw.sectionOf(raw, reader.say);
  const rank = (item: JsonObject): number => {
    const at = PRIORITIES.findIndex((one) => one === item["priority"]);
    return at < 0 ? PRIORITIES.length : at;
  };
  const items = html`<ul class="explained">
    ${known
      .toSorted((a, b) => rank(a) - rank(b))
      .map((item) => {
        const priority = PRIORITIES.find((one) => one === item["priority"]);
        return html`<li>
          <p class="explained-title">
            <strong>${json.textOf(item["text"])}</strong>
            ${priority ? html`<span class="pill ${priority}">${sayFor(reader)(`priority.${priority}`)}</span>` : nothing}
          </p>
          <p>${json.textOf(item["b1_explanation"])}</p>
        </li>`;
      })}
  </ul>`;
  return draw.sectionOf(raw, reader.say, items);
}
