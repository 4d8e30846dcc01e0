/** What sections of results have in common: the answer, facts, sources, items and the quiet note. */
import { html, nothing } from "lit";
import { iconOf } from "../elements/icons.ts";
import { table } from "../elements/value-table.ts";
import type { Key, Values } from "../i18n/words.ts";
import { isObject, type Json, type JsonObject, listOf, textOf } from "../transport/json.ts";
import type { Drawn } from "./part.ts";

export type Say = (key: Key, values?: Values) => string;

/** Only web addresses become links. */
export function safeLink(url: string): string | null {
  try {
    const { protocol, href } = new URL(url);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}

export function answerOf(raw: JsonObject): Drawn {
  const answer = textOf(raw["answer"]);
  const facts = listOf(raw["facts"]).filter(isObject);
  return html`${answer ? html`<p class="answer">${answer}</p>` : nothing}
  ${
    facts.length > 0
      ? html`<dl class="facts">
          ${facts.map(
            (fact) =>
              html`<div>
                <dt>${textOf(fact["label"])}</dt>
                <dd>${textOf(fact["value"])}${from(fact)}</dd>
              </div>`,
          )}
        </dl>`
      : nothing
  }`;
}

function from(fact: JsonObject): Drawn {
  const words = [textOf(fact["source"]), textOf(fact["year"])].filter(Boolean).join(", ");
  return words ? html` <span class="quiet">(${words})</span>` : nothing;
}

/** Items that are a text, or an object with a text and an explanation under it. */
export function plainItems(items: readonly Json[]): Drawn {
  if (items.length === 0) return nothing;
  return html`<ul class="items">
    ${items.map((item) => html`<li>${itemOf(item)}</li>`)}
  </ul>`;
}

function itemOf(item: Json): Drawn {
  if (!isObject(item)) return html`${textOf(item)}`;
  const text = textOf(item["text"]);
  if (!text) return table(item);
  const detail = textOf(item["detail"]) || textOf(item["why"]) || textOf(item["uitleg"]);
  return html`<span>${text}</span
    >${detail ? html`<br /><span class="quiet">${detail}</span>` : nothing}${sourceOf(item["source"] ?? item["bron"])}`;
}

function sourceOf(source: Json | undefined): Drawn {
  if (!isObject(source)) return nothing;
  return html` <span class="quiet">${named(source)}</span>`;
}

export function sourcesOf(raw: JsonObject, say: Say): Drawn {
  const sources = [...listOf(raw["sources"]), ...listOf(raw["bron"])].filter(isObject);
  if (sources.length === 0) return nothing;
  return html`<details class="sources">
    <summary>${iconOf("source")}${say("results.sources", { count: sources.length })}</summary>
    <ul>
      ${sources.map((source) => html`<li>${named(source)}</li>`)}
    </ul>
  </details>`;
}

/** A source by its title, as a link when it has a web address, with its year and the day it was checked. */
function named(source: JsonObject): Drawn {
  const title = textOf(source["title"]) || textOf(source["titel"]) || textOf(source["name"]) || textOf(source["naam"]);
  const link = safeLink(textOf(source["url"]));
  const rest = [source["year"] ?? source["jaar"], source["checked"] ?? source["gecontroleerd"]]
    .map(textOf)
    .filter(Boolean);
  return html`${
    link ? html`<a href=${link} target="_blank" rel="noopener noreferrer">${title || link}</a>` : title
  }${rest.length > 0 ? html` <span class="quiet">(${rest.join(", ")})</span>` : nothing}`;
}

/** A result as a card: its title, its answer, its items, where it is from. */
export function sectionOf(raw: JsonObject, say: Say, items = plainItems(listOf(raw["items"]))): Drawn {
  return html`<article class="result card ${textOf(raw["kind"])}">
    <h2>${textOf(raw["title"])}</h2>
    ${answerOf(raw)} ${items} ${sourcesOf(raw, say)} ${noteOf(raw)}
  </article>`;
}

export function noteOf(raw: JsonObject): Drawn {
  const note = textOf(raw["note"]);
  return note ? html`<p class="quiet">${note}</p>` : nothing;
}
