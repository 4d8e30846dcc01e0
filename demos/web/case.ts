/** The result of a letter: overview, key points and actions side by side, and the letter as it was read. */
import { readLetter } from "./letters.ts";
import { type Drawn, type Json, type JsonObject, type Reader, shell } from "./shell.ts";
import { type Key, LOCALES, sayFor } from "./words.ts";

const FACTS: readonly (readonly [string, Key])[] = [
  ["type", "case.type"],
  ["datum", "case.date"],
  ["bedrag", "case.amount"],
  ["onderwerp", "case.subject"],
];

export function caseResult(raw: JsonObject, reader: Reader): Drawn {
  const { html, draw, json } = shell;
  const { listOf, objectOf } = json;
  const overview = objectOf(raw["overview"]);
  if (json.textOf(objectOf(raw["brief"])["uitleg"]) !== "") return noDecision(objectOf(raw["brief"]), raw, reader);
  const { language } = reader;
  const say = sayFor(reader);
  const facts = html`<h2 lang=${language}>${say("case.overview")}</h2>
    <dl class="facts">
      ${FACTS.map(
        ([name, key]) =>
          html`<div>
            <dt lang=${language}>${say(key)}</dt>
            <dd>${shown(overview[name], reader)}</dd>
          </div>`,
      )}
    </dl>`;
  // While a question is open it says why there is no letter yet.
  if (json.textOf(objectOf(raw["brief"])["vraag"]) !== "" && json.textOf(raw["objection_letter"]) === "")
    return html`<article class="result card">${facts} ${shownBy(objectOf(raw["brief"]), reader)}</article>`;
  return html`<div class="case">
    ${warning(overview, reader)}
    <div class="thirds">
      <article class="result card">
        ${facts} ${reasons(overview, reader)} ${timeline(listOf(overview["timeline"]), reader)}
      </article>
      <article class="result card">
        <h2 lang=${language}>${say("case.points")}</h2>
        ${draw.plainItems(listOf(raw["key_points"]))} ${snippets(listOf(overview["snippets"]), reader)}
      </article>
      <article class="result card">
        <h2 lang=${language}>${say("case.actions")}</h2>
        ${
          listOf(raw["actions"]).length > 0
            ? draw.plainItems(listOf(raw["actions"]))
            : html`<p lang=${language}>${say("case.later")}</p>`
        }
        ${draw.sourcesOf(raw, reader.say)} ${draw.noteOf(raw)}
      </article>
    </div>
    ${readLetter(listOf(raw["letter"]), reader)}
  </div>`;
}

/** A letter against which nothing is drafted: what it is, which words say so, what can be done, and where that is from. */
function noDecision(kind: JsonObject, raw: JsonObject, reader: Reader): Drawn {
  const { html, nothing, draw, json } = shell;
  const say = sayFor(reader);
  const [what = "", ...rest] = json.textOf(kind["uitleg"]).split(/(?<=[.?!])\s+/);
  return html`<article class="result card no-decision">
    <h2>${what}</h2>
    ${shownBy(kind, reader)}
    ${
      rest.length > 0
        ? html`<h3 lang=${reader.language}>${say("kind.can")}</h3>
            <p>${rest.join(" ")}</p>`
        : nothing
    }
    ${draw.sourcesOf(raw, reader.say)} ${draw.noteOf(raw)}
  </article>`;
}

/** The words of a letter that show what it is. */
function shownBy(kind: JsonObject, reader: Reader): Drawn {
  const { html, nothing, json } = shell;
  const words = json.textOf(kind["citaat"]);
  if (words === "") return nothing;
  return html`<h3 lang=${reader.language}>${sayFor(reader)("kind.letter")}</h3>
    <p><q>${words}</q></p>`;
}

/** What the person writes, in their own words: why they do not agree is among it, or is still to come. */
function reasons(overview: JsonObject, reader: Reader): Drawn {
  const { html, json } = shell;
  const { listOf, objectOf, textOf } = json;
  const quotes = listOf(overview["gronden"]).map((one) => textOf(objectOf(one)["tekst"]));
  const say = sayFor(reader);
  return html`<h3 lang=${reader.language}>${say("case.reason")}</h3>
    ${
      quotes.length > 0
        ? html`<ul class="items">
            ${quotes.map((quote) => html`<li><q>${quote}</q></li>`)}
          </ul>`
        : html`<p lang=${reader.language}>${say("case.noReason")}</p>`
    }`;
}

function shown(value: Json | undefined, reader: Reader): Drawn {
  const { html, json } = shell;
  const text = json.textOf(value);
  return text
    ? html`${text}`
    : html`<span class="quiet" lang=${reader.language}>${sayFor(reader)("case.notFound")}</span>`;
}

/** What must be read first: that this is no objection, and until when and where the letter must go. */
function warning(overview: JsonObject, reader: Reader): Drawn {
  const { html, nothing, json } = shell;
  const { objectOf, textOf } = json;
  const say = sayFor(reader);
  const last = new Date(`${textOf(objectOf(overview["termijn"])["laatste_dag"])}T23:59:59`);
  const known = !Number.isNaN(last.getTime());
  const foreign = overview["tekst"] === "brief_van_overheid";
  if (overview["is_bezwaar"] !== false && !known && !foreign) return nothing;
  // Why it may be in time after all is said in the place of that the day is over.
  const doubt = textOf(objectOf(overview["termijn"])["twijfel"]);
  const past = known && last.getTime() < Date.now() && doubt === "";
  const date = last.toLocaleDateString(LOCALES[reader.language], {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const address = textOf(overview["waarheen"]);
  return html`<div class="box asks" lang=${reader.language}>
    ${foreign ? html`<p>${say("case.fromOffice")}</p>` : nothing}
    ${overview["is_bezwaar"] === false ? html`<p><strong>${say("case.notThat")}</strong></p>` : nothing}
    ${known ? html`<p><strong>${say(past ? "case.lastDayWas" : "case.lastDay", { date })}</strong></p>` : nothing}
    ${doubt ? html`<p lang="nl">${doubt}</p>` : nothing}
    ${past ? html`<p>${say(textOf(overview["waarom_laat"]) ? "case.lateWhy" : "case.tooLate")}</p>` : nothing}
    ${address && known && !past ? html`<p>${say("case.address", { address })}</p>` : nothing}
  </div>`;
}

function timeline(entries: readonly Json[], reader: Reader): Drawn {
  const { html, nothing } = shell;
  if (entries.length === 0) return nothing;
  return html`<h3 lang=${reader.language}>${sayFor(reader)("case.timeline")}</h3>
    <ol class="dates">
      ${entries.map((one) => html`<li>${moment(one)}</li>`)}
    </ol>`;
}

function moment(one: Json): Drawn {
  const { html, nothing, json } = shell;
  const { isObject, textOf } = json;
  if (!isObject(one)) return html`${textOf(one)}`;
  const date = textOf(one["date"]) || textOf(one["datum"]) || textOf(one["when"]);
  const text = textOf(one["text"]) || textOf(one["label"]) || textOf(one["event"]) || textOf(one["wat"]);
  return html`${date ? html`<strong>${date}</strong> ` : nothing}${text}`;
}

function snippets(texts: readonly Json[], reader: Reader): Drawn {
  const { html, nothing, draw } = shell;
  if (texts.length === 0) return nothing;
  return html`<h3 lang=${reader.language}>${sayFor(reader)("case.snippets")}</h3>
    ${draw.plainItems(texts)}`;
}
