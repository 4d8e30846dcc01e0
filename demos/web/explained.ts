/** Papers and points, each with its explanation in plain words below it, the most urgent first. */
import { type Drawn, type JsonObject, type Reader, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

const PRIORITIES = ["hoog", "midden", "laag"] as const;

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
