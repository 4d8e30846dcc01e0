/** The steps of a plan as they are drawn: what each is for, how it stands, what it says, made or asks, and who answered. */
import { html, nothing, type TemplateResult } from "lit";
import { type IconName, iconOf } from "../elements/icons.ts";
import { inSeconds } from "../elements/moment.ts";
import { LOOKS } from "../elements/timeline.ts";
import { isOther } from "../elements/tongue-note.ts";
import { langIn } from "../i18n/tongue.ts";
import { CATALOGS, type Key, LANGUAGES, say, type Values } from "../i18n/words.ts";
import type { Question } from "../state/timeline.ts";
import { objectOf, textOf } from "../transport/json.ts";
import type { CardLook, StepCard } from "./plan.ts";
import { papersOf } from "./papers.ts";
import { type Follower, prose } from "./prose.ts";

/** What the cards need to be drawn. */
export interface PlanTelling {
  readonly language: string;
  /** The language the talk is held in; "" when it is not known. */
  readonly locale: string;
  /** Where the server is. */
  readonly base: string;
  /** Who reads all texts of the talk. */
  readonly reader: Follower;
  say(key: Key, values?: Values): string;
  /** A question as it is asked, or what became of it. */
  question(question: Question): unknown;
  /** Says something for the person. */
  again(text: string): void;
}

const ICONS: Readonly<Record<CardLook, IconName>> = {
  ...LOOKS,
  planned: "clock",
  needs: "question",
  asked: "question",
  dropped: "minus",
};
const NAMES: Readonly<Record<CardLook, Key>> = {
  running: "look.running",
  done: "look.done",
  asks: "look.asks",
  error: "look.error",
  stopped: "look.stopped",
  planned: "plan.planned",
  needs: "plan.needs",
  asked: "plan.asked",
  dropped: "plan.dropped",
};
/** Intents that have a name in the reader's language. */
const INTENTS: Readonly<Record<string, Key>> = {
  goto_address: "intent.goto_address",
  search_place: "intent.search_place",
  load_layer: "intent.load_layer",
  remove_layer: "intent.remove_layer",
  remove_marker: "intent.remove_marker",
  hide_layer: "intent.hide_layer",
  show_layer: "intent.show_layer",
  clear_map: "intent.clear_map",
  oereb_extract: "intent.oereb_extract",
  geothermal_probe_assessment: "intent.geothermal_probe_assessment",
  cadastral_plan: "intent.cadastral_plan",
};

const AGAIN: Readonly<Record<string, Key>> = { oereb_extract: "again.oereb", cadastral_plan: "again.plan" };
/** What the document of an intent is called, where its maker does not say. */
const PAPERS: Readonly<Record<string, Key>> = { oereb_extract: "paper.oereb", cadastral_plan: "paper.plan" };

export function planCards(cards: readonly StepCard[], telling: PlanTelling): TemplateResult {
  const { say } = telling;
  const sources = new Set(cards.map(sourceOf).filter(Boolean));
  // When all answers are of one source it is named once.
  const one = sources.size === 1 ? [...sources][0] : undefined;
  const done = cards.filter((card) => card.look === "done").length;
  return html`<section class="plan" aria-label=${say("plan.title")}>
    ${
      cards.length > 1
        ? html`<p class="plan-count quiet">${say("plan.count", { done, count: cards.length })}</p>`
        : nothing
    }
    <ol class="timeline">
      ${cards.map((card) => html`<li class="step ${lookOf(card)}" data-look=${card.look}>${cardOf(card, telling, sources.size > 1)}</li>`)}
    </ol>
    ${one ? sourceLine(one, telling, "plan-source") : nothing}
  </section>`;
}

const QUIET: ReadonlySet<CardLook> = new Set(["planned", "asked", "dropped"]);

/** The colours of the timeline: what lacks something asks, what is not done yet is quiet. */
function lookOf({ look }: StepCard): string {
  return look === "needs" ? "asks" : QUIET.has(look) ? "stopped" : look;
}

function cardOf(card: StepCard, telling: PlanTelling, sourced: boolean): TemplateResult {
  const { say, language, locale } = telling;
  // What a person took to answer is nobody's business.
  const took = card.questions.length > 0 ? "" : inSeconds(card.tookMs, language, say);
  const papers = papersOf(objectOf(card.value?.["data"]), telling.base, againOf(card, locale));
  const source = sourced ? sourceOf(card) : "";
  return html`<span class="node ${lookOf(card)}">${iconOf(ICONS[card.look])}</span>
    <div class="step-body">
      <p class="step-title">
        ${nameOf(card, telling)}
        <span class="step-state"
          >${say(NAMES[card.look])}${took ? ` · ${took}` : ""}${card.corrected ? ` · ${say("plan.corrected")}` : ""}</span
        >
      </p>
      ${card.questions.map((question) => telling.question(question))}
      ${card.message ? html`<div class="step-message" lang=${locale || nothing}>${prose(card.message, telling.reader, locale)}</div>` : nothing}
      ${
        papers
          ? html`<loket-papers
              .papers=${papers}
              .name=${PAPERS[card.intent] ? say(PAPERS[card.intent] as Key) : ""}
              .locale=${locale}
              @loket-again=${(event: CustomEvent<string>) => telling.again(event.detail)}
            ></loket-papers>`
          : nothing
      }
      ${source ? sourceLine(source, telling) : nothing}
    </div>`;
}

/** The sentence that asks for the same once more, in the language the assistant understands; "" where nobody fetched it. */
function againOf({ intent, value }: StepCard, locale: string): string {
  const key = AGAIN[intent];
  const egrid = textOf(objectOf(value?.["selection"])["egrid"]);
  const code = LANGUAGES.find(([one]) => !isOther(one, locale))?.[0] ?? "en";
  return key && egrid && code in CATALOGS ? say(code, key, { egrid }) : "";
}

function sourceOf(card: StepCard): string {
  return textOf(objectOf(objectOf(card.value?.["data"])["source"])["label"]);
}

function sourceLine(source: string, { say, locale }: PlanTelling, more = ""): TemplateResult {
  return html`<p class="step-source ${more}">
    ${iconOf("source")}<span>${say("plan.source")} <span lang=${langIn(source, locale)}>${source}</span></span>
  </p>`;
}

/** What a step is for, in the reader's words where we have them. */
export function nameOf(
  card: Pick<StepCard, "intent" | "words">,
  { say, locale }: Pick<PlanTelling, "say" | "locale">,
): TemplateResult {
  const known = INTENTS[card.intent];
  return known
    ? html`<span>${say(known)}</span>`
    : html`<span lang=${langIn(card.words, locale)}>${card.words || card.intent}</span>`;
}
