/** Points that are explained in plain words, the most urgent first. */
import { type Drawn, type JsonObject, type Reader, shell } from "./shell.ts";
import { sayFor } from "./words.ts";

const PRIORITIES = ["hoog", "midden", "laag"] as const;

export function explained(raw: JsonObject, reader: Reader): Drawn {
  const { html, nothing, draw, json } = shell;
  const rank = (item: JsonObject): number => {
    const at = PRIORITIES.findIndex((one) => one === item["priority"]);
    return at < 0 ? PRIORITIES.length : at;
  };
  const sorted = json
    .listOf(raw["items"])
    .filter(json.isObject)
    .toSorted((a, b) => rank(a) - rank(b));
  const items = html`<ul class="explained">
    ${sorted.map((item) => {
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
