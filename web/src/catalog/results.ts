/** The results of a surface: a section for each kind, answers first; a kind nobody knows is shown as it is. */
import { html, nothing, type TemplateResult } from "lit";
import { z } from "zod";
import { table } from "../elements/value-table.ts";
import type { App } from "../state/app.ts";
import type { Changes } from "../state/changes.ts";
import { isObject, type Json, type JsonObject, listOf, textOf } from "../transport/json.ts";
import { Common, DynamicJson, Flag, Words } from "./api.ts";
import { caseResult } from "./case.ts";
import { type Drawn, entry, Part, type Props, troubleBox } from "./part.ts";
import { answerOf, noteOf, plainItems, type Say, sourcesOf } from "./section.ts";

const ResultList = {
  name: "ResultList",
  tagName: "loket-result-list",
  schema: z
    .object({
      ...Common,
      results: DynamicJson,
      title: Words.optional(),
      empty: Words.optional(),
      busy: Flag.optional(),
    })
    .strict(),
};

class ResultPart extends Part<typeof ResultList> {
  protected override readonly api = ResultList;

  /** The assistant whose answer it is. */
  protected override watches(app: App): readonly Changes[] {
    return [app.settings, app];
  }

  protected override draw({ results, empty, busy, title }: Props<typeof ResultList>): Drawn {
    const sections = listOf(results);
    const say: Say = (key, values) => this.say(key, values);
    if (sections.length === 0) {
      if (busy === true) return this.#shape();
      return empty ? html`<p class="empty quiet">${empty}</p>` : nothing;
    }
    const quiet = sections.some((one) => isObject(one) && one["kind"] !== "bezwaar");
    return html`<section class="results" aria-label=${title ?? this.say("results.title")} lang=${this.tongue}>
      ${this.inTheirTongue()} ${paired(sections).map((group) => shown(group, say))}
      ${quiet ? html`<p class="quiet indication" lang=${this.app?.settings.language ?? "nl"}>${this.say("results.indication")}</p>` : nothing}
    </section>`;
  }

  /** The shape of what comes, so that nothing jumps when it does. */
  #shape(): TemplateResult {
    return html`<div class="skeleton" role="img" aria-label=${this.say("results.coming")}>
      <span></span><span></span><span></span>
    </div>`;
  }
}

const SHORT = ["documenten", "aandachtspunten"];

/** Short lists that follow each other stand side by side. */
function paired(sections: readonly Json[]): Json[][] {
  const groups: Json[][] = [];
  for (const one of sections) {
    const last = groups.at(-1);
    if (last && isShort(one) && last.every(isShort)) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function isShort(one: Json): boolean {
  return isObject(one) && SHORT.includes(textOf(one["kind"]));
}

function shown(group: readonly Json[], say: Say): Drawn {
  const drawn = group.map((one) => section(one, say));
  return group.length > 1 ? html`<div class="pair">${drawn}</div>` : html`${drawn}`;
}

function section(raw: unknown, say: Say): Drawn {
  try {
    if (!isObject(raw)) return plain({ value: raw } as JsonObject, say);
    switch (raw["kind"]) {
      case "bezwaar":
        return caseResult(raw, say);
      case "documenten":
      case "aandachtspunten":
      case "antwoord":
      case "voorwaarden":
        return card(raw, say, plainItems(listOf(raw["items"])));
      case "verrijking":
        return card(raw, say, explained(listOf(raw["items"]), say));
      default:
        return plain(raw, say);
    }
  } catch (error) {
    return troubleBox(say("part.broken"), error instanceof Error ? error.message : String(error));
  }
}

function card(raw: JsonObject, say: Say, items: Drawn): Drawn {
  return html`<article class="result card ${textOf(raw["kind"])}">
    <h2>${textOf(raw["title"])}</h2>
    ${answerOf(raw)} ${items} ${sourcesOf(raw, say)} ${noteOf(raw)}
  </article>`;
}

const PRIORITIES = ["hoog", "midden", "laag"] as const;

/** The explained items, most urgent first. */
function explained(items: readonly unknown[], say: Say): Drawn {
  const rank = (item: JsonObject): number => {
    const at = PRIORITIES.findIndex((one) => one === item["priority"]);
    return at < 0 ? PRIORITIES.length : at;
  };
  const sorted = items.filter(isObject).toSorted((a, b) => rank(a) - rank(b));
  return html`<ul class="explained">
    ${sorted.map((item) => {
      const priority = PRIORITIES.find((one) => one === item["priority"]);
      return html`<li>
        <p class="explained-title">
          <strong>${textOf(item["text"])}</strong>
          ${priority ? html`<span class="pill ${priority}">${say(`priority.${priority}`)}</span>` : nothing}
        </p>
        <p>${textOf(item["b1_explanation"])}</p>
      </li>`;
    })}
  </ul>`;
}

function plain(raw: JsonObject, say: Say): Drawn {
  const { title, kind, ...rest } = raw;
  return html`<article class="result card unknown">
    <h2>${textOf(title) || textOf(kind) || say("results.other")}</h2>
    ${table(rest)}
  </article>`;
}

export const resultList = entry(ResultList, ResultPart);
