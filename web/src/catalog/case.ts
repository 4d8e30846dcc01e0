/** The result of a letter: overview, key points and actions side by side, and the draft that can be taken along. */
import { html, nothing } from "lit";
import "../elements/draft-card.ts";
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import type { Key } from "../i18n/words.ts";
import type { Drawn } from "./part.ts";
import { noteOf, plainItems, type Say, sourcesOf } from "./section.ts";

const FACTS: readonly (readonly [string, Key])[] = [
  ["type", "case.type"],
  ["reden", "case.reason"],
  ["datum", "case.date"],
  ["bedrag", "case.amount"],
  ["onderwerp", "case.subject"],
];

export function caseResult(raw: JsonObject, say: Say): Drawn {
  const overview = objectOf(raw["overview"]);
  const language = say("date.locale");
  return html`<div class="case">
    ${warning(overview, say)}
    <div class="thirds">
      <article class="result card">
        <h2 lang=${language}>${say("case.overview")}</h2>
        <dl class="facts">
          ${FACTS.map(
            ([name, key]) =>
              html`<div>
                <dt lang=${language}>${say(key)}</dt>
                <dd>${shown(overview[name], say)}</dd>
              </div>`,
          )}
        </dl>
        ${timeline(listOf(overview["timeline"]), say)}
      </article>
      <article class="result card">
        <h2 lang=${language}>${say("case.points")}</h2>
        ${plainItems(listOf(raw["key_points"]))} ${snippets(listOf(overview["snippets"]), say)}
      </article>
      <article class="result card">
        <h2 lang=${language}>${say("case.actions")}</h2>
        ${plainItems(listOf(raw["actions"]))} ${sourcesOf(raw, say)} ${noteOf(raw)}
      </article>
    </div>
    <loket-draft
      .text=${textOf(raw["draft_response"])}
      .source=${textOf(raw["draft_source"])}
      .reason=${textOf(raw["draft_source_reason"])}
    ></loket-draft>
  </div>`;
}

function shown(value: Json | undefined, say: Say): Drawn {
  const text = textOf(value);
  return text ? html`${text}` : html`<span class="quiet" lang=${say("date.locale")}>${say("case.notFound")}</span>`;
}

/** What must be read first: that this is no objection, and until when and where the letter must go. */
function warning(overview: JsonObject, say: Say): Drawn {
  const last = new Date(`${textOf(objectOf(overview["termijn"])["laatste_dag"])}T23:59:59`);
  const known = !Number.isNaN(last.getTime());
  if (overview["is_bezwaar"] !== false && !known) return nothing;
  const past = known && last.getTime() < Date.now();
  const date = last.toLocaleDateString(say("date.locale"), {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const address = textOf(overview["waarheen"]);
  return html`<div class="box asks" lang=${say("date.locale")}>
    ${overview["is_bezwaar"] === false ? html`<p><strong>${say("case.notBezwaar")}</strong></p>` : nothing}
    ${known ? html`<p><strong>${say(past ? "case.lastDayWas" : "case.lastDay", { date })}</strong></p>` : nothing}
    ${address && known && !past ? html`<p>${say("case.address", { address })}</p>` : nothing}
  </div>`;
}

function timeline(entries: readonly Json[], say: Say): Drawn {
  if (entries.length === 0) return nothing;
  return html`<h3 lang=${say("date.locale")}>${say("case.timeline")}</h3>
    <ol class="dates">
      ${entries.map((one) => html`<li>${moment(one)}</li>`)}
    </ol>`;
}

function moment(one: Json): Drawn {
  if (!isObject(one)) return html`${textOf(one)}`;
  const date = textOf(one["date"]) || textOf(one["datum"]) || textOf(one["when"]);
  const text = textOf(one["text"]) || textOf(one["label"]) || textOf(one["event"]) || textOf(one["wat"]);
  return html`${date ? html`<strong>${date}</strong> ` : nothing}${text}`;
}

function snippets(texts: readonly Json[], say: Say): Drawn {
  if (texts.length === 0) return nothing;
  return html`<h3 lang=${say("date.locale")}>${say("case.snippets")}</h3>
    ${plainItems(texts)}`;
}
