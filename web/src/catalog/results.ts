/** The results of a surface: a section for each kind, answers first; a kind nobody knows is shown as it is. */
import { html, nothing, type TemplateResult } from "lit";
import { z } from "zod";
import { table } from "../elements/value-table.ts";
import type { App } from "../state/app.ts";
import type { Changes } from "../state/changes.ts";
import type { Reader } from "../elements/tongue-note.ts";
import type { PageCatalog, ResultKind } from "../modules/brought.ts";
import { isObject, type Json, type JsonObject, listOf, textOf } from "../transport/json.ts";
import { Common, DynamicJson, Flag, Words } from "./api.ts";
import { type Drawn, entry, Part, type Props, troubleBox } from "./part.ts";
import { type Say, sectionOf } from "./section.ts";

type Kinds = ReadonlyMap<string, ResultKind>;

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
    if (sections.length === 0) {
      if (busy === true) return this.#shape();
      return empty ? html`<p class="empty quiet">${empty}</p>` : nothing;
    }
    const { results: kinds, arrange, below } = this.context.dataContext.surface.catalog as PageCatalog;
    const drawn = arrange.reduce<readonly Json[]>((so, arranged) => arranged(so), sections);
    const note = below.map((says) => says(sections, this.reader)).find(Boolean);
    return html`<section class="results" aria-label=${title ?? this.say("results.title")} lang=${this.tongue}>
      ${this.inTheirTongue()} ${paired(drawn, kinds).map((group) => shown(group, kinds, this.reader))}
      ${note ? html`<p class="quiet indication" lang=${this.reader.language}>${note}</p>` : nothing}
    </section>`;
  }

  /** The shape of what comes, so that nothing jumps when it does. */
  #shape(): TemplateResult {
    return html`<div class="skeleton" role="img" aria-label=${this.say("results.coming")}>
      <span></span><span></span><span></span>
    </div>`;
  }
}

/** Short lists that follow each other stand side by side. */
function paired(sections: readonly Json[], kinds: Kinds): Json[][] {
  const isShort = (one: Json): boolean => kinds.get(kindOf(one))?.short === true;
  const groups: Json[][] = [];
  for (const one of sections) {
    const last = groups.at(-1);
    if (last && isShort(one) && last.every(isShort)) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function kindOf(one: Json): string {
  return isObject(one) ? textOf(one["kind"]) : "";
}

function shown(group: readonly Json[], kinds: Kinds, reader: Reader): Drawn {
  const drawn = group.map((one) => section(one, kinds, reader));
  return group.length > 1 ? html`<div class="pair">${drawn}</div>` : html`${drawn}`;
}

function section(raw: Json, kinds: Kinds, reader: Reader): Drawn {
  try {
    if (!isObject(raw)) return plain({ value: raw }, reader.say);
    const kind = kinds.get(kindOf(raw));
    if (kind) return kind.draw(raw, reader);
    return Array.isArray(raw["items"]) ? sectionOf(raw, reader.say) : plain(raw, reader.say);
  } catch (error) {
    return troubleBox(reader.say("part.broken"), error instanceof Error ? error.message : String(error));
  }
}

function plain(raw: JsonObject, say: Say): Drawn {
  const { title, kind, ...rest } = raw;
  return html`<article class="result card unknown">
    <h2>${textOf(title) || textOf(kind) || say("results.other")}</h2>
    ${table(rest)}
  </article>`;
}

export const resultList = entry(ResultList, ResultPart);
