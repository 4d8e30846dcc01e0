/** Any JSON value as a small readable table: names on the left, lists as lists, at most a few levels deep. */
import { html, nothing, type TemplateResult } from "lit";

const DEPTH = 4;
const ITEMS = 50;

export function table(value: unknown, depth = 0): TemplateResult | typeof nothing {
  if (value === null || value === undefined || value === "") return html`<span class="quiet">–</span>`;
  if (typeof value !== "object") return html`<span>${String(value)}</span>`;
  if (depth >= DEPTH) return html`<code>${JSON.stringify(value)}</code>`;
  if (Array.isArray(value)) return list(value as readonly unknown[], depth);
  return html`<dl class="table">
    ${Object.entries(value).map(
      ([name, inner]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${table(inner, depth + 1)}</dd>
        </div>`,
    )}
  </dl>`;
}

function list(values: readonly unknown[], depth: number): TemplateResult {
  if (values.length === 0) return html`<span class="quiet">–</span>`;
  const rest = values.length - ITEMS;
  return html`<ul>
    ${values.slice(0, ITEMS).map((value) => html`<li>${table(value, depth + 1)}</li>`)}
    ${rest > 0 ? html`<li class="quiet">+ ${rest}</li>` : nothing}
  </ul>`;
}
