/** A value as a table, and as JSON one fold further. */
import { html, type TemplateResult } from "lit";
import "./copy-button.ts";
import { table } from "./value-table.ts";

export function valueBox(title: string, value: unknown): TemplateResult {
  const json = JSON.stringify(value, null, 2) ?? "";
  return html`<div class="scroll" role="region" aria-label=${title} tabindex="0">${table(value)}</div>
    <details>
      <summary>JSON</summary>
      <pre class="dump" tabindex="0" aria-label="JSON: ${title}" role="region">${json}</pre>
      <loket-copy .text=${json}></loket-copy>
    </details>`;
}
