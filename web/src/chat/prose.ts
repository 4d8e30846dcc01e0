/** Words of people and assistants as text: paragraphs, lists and web addresses, never markup of theirs; each in its language. */
import { html, nothing, type TemplateResult } from "lit";
import { type Reader, tongueNote } from "../elements/tongue-note.ts";
import { tongueOf } from "../i18n/tongue.ts";

const ADDRESS = /(https?:\/\/[^\s<>"'`“”‘’«»)\]]+[^\s<>"'`“”‘’«»)\].,;:!?…])/g;
const ITEM = /^\s*[-•*]\s+/;

/** Parts in another language than the reader's stand under its name; `usual` is that of words too few to tell. */
export function prose(text: string, reader?: Reader, usual = ""): TemplateResult {
  let current = reader?.language ?? "";
  const parts = text.split(/\n{2,}/).filter((part) => part.trim());
  return html`<div class="prose">
    ${parts.map((part, index) => {
      const tongue = tongueOf(part) || (index === 0 ? usual : current);
      const changed = tongue !== current;
      current = tongue || current;
      return html`${reader && changed ? tongueNote(tongue, reader) : nothing}${block(part)}`;
    })}
  </div>`;
}

function block(text: string): TemplateResult {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => ITEM.test(line));
  if (first < 0)
    return html`<p lang=${tongueOf(text) || nothing}>
      ${lines.map((line, index) => (index > 0 ? html`<br />${linked(line)}` : linked(line)))}
    </p>`;
  const end = lines.findIndex((line, index) => index > first && !ITEM.test(line));
  const items = lines.slice(first, end < 0 ? undefined : end);
  const rest = end < 0 ? "" : lines.slice(end).join("\n");
  return html`${first > 0 ? block(lines.slice(0, first).join("\n")) : ""}
    <ul lang=${tongueOf(items.join("\n")) || nothing}>
      ${items.map((line) => html`<li>${linked(line.replace(ITEM, ""))}</li>`)}
    </ul>
    ${rest ? block(rest) : ""}`;
}

/** Only http and https become links, and they open without a way back to us. */
function linked(line: string): unknown[] {
  return line
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href=${part} target="_blank" rel="noopener noreferrer nofollow">${part}</a>` : part,
    );
}
