/** Both letters about a case, the person's own first; and the letter that was read, with what was understood marked. */
import type { Letter } from "./letter-card.ts";
import { type Drawn, type Json, type Place, type Reader, shell } from "./shell.ts";
import { type Key, sayFor } from "./words.ts";

const MARKS: readonly (readonly [string, Key])[] = [
  ["grond", "mark.ground"],
  ["misschien", "mark.maybe"],
  ["te_laat", "mark.late"],
  ["datum", "case.date"],
  ["bedrag", "case.amount"],
  ["overheid", "mark.office"],
];

/** The letters of the first result that has any. */
export function lettersOf(results: unknown, { reader, tongue, note, ask }: Place): Drawn {
  const { html, nothing, json } = shell;
  const { isObject, listOf, objectOf, textOf } = json;
  const raw = listOf(results as Json).find((one) => isObject(one) && textOf(one["draft_response"]) !== "");
  if (!isObject(raw)) return nothing;
  const overview = objectOf(raw["overview"]);
  const about = textOf(overview["onderwerp"]);
  const sort = textOf(overview["soort"]) || "bezwaar";
  const own: Letter = {
    kind: "own",
    text: textOf(raw["objection_letter"]),
    file: fileName(sort, about),
    source: "",
    reason: "",
  };
  const reply: Letter = {
    kind: "reply",
    text: textOf(raw["draft_response"]),
    file: fileName("conceptantwoord", about),
    source: textOf(raw["draft_source"]),
    reason: textOf(raw["draft_source_reason"]),
  };
  return html`<section class="letters" lang=${tongue}>
    ${note}
    ${[own, reply]
      .filter(({ text }) => text !== "")
      .map((letter) => html`<loket-letter .letter=${letter} .reader=${reader} .ask=${ask}></loket-letter>`)}
  </section>`;
}

/** The letter as it was read; nothing where it is not told. */
export function readLetter(pieces: readonly Json[], reader: Reader): Drawn {
  const { html, nothing, json } = shell;
  const { objectOf, textOf } = json;
  const say = sayFor(reader);
  const marked = pieces.map(objectOf);
  const used = MARKS.filter(([mark]) => marked.some((piece) => piece["als"] === mark));
  if (used.length === 0) return nothing;
  const words = marked.map((piece) => {
    const [text, mark] = [textOf(piece["tekst"]), textOf(piece["als"])];
    return mark ? html`<mark class=${mark}>${text}</mark>` : text;
  });
  return html`<details class="card read-letter" open>
    <summary lang=${reader.language}>${say("letter.read")}</summary>
    <p class="legend" lang=${reader.language}>
      ${used.map(([mark, key]) => html`<mark class=${mark}>${say(key)}</mark> `)}
    </p>
    <p class="letter">${words}</p>
  </details>`;
}

/** The name of a file in small letters, digits and dashes. */
function fileName(...words: readonly string[]): string {
  const plain = words
    .join(" ")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-|-$/g, "").slice(0, 60);
}
