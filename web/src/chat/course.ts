/** What was said and done in a turn, in the order in which it happened: words, sources, and cards of specialists. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { callCard, type CallTelling } from "../elements/call-card.ts";
import { callWords } from "../elements/call-words.ts";
import { answered } from "../elements/question-card.ts";
import type { App } from "../state/app.ts";
import type { Node, Question } from "../state/timeline.ts";
import type { QuestionItem } from "../wire.ts";
import { wordFor } from "./agent-card.ts";
import { answerOf, type TurnTelling } from "./answer.ts";
import type { StepCard } from "./plan.ts";
import type { Turn } from "./turns.ts";

/** Whether a model thought in this turn. */
export function isByModel({ nodes }: Turn, { drafts }: TurnTelling): boolean {
  return drafts.length > 0 || nodes.some(({ usage }) => usage !== null);
}

/** `open`: sources stand here, too, and not only among the steps. */
export function course(turn: Turn, others: readonly StepCard[], telling: TurnTelling, open: boolean): unknown {
  return turn.nodes.map(({ seq, tasks, calls }) => {
    const cards = others.filter(({ key }) => tasks.some(({ id }) => id === key));
    const words = turn.before.filter((words) => words.seq === seq);
    return html`${words.map((words) => answerOf({ ...words, trouble: null }, telling))}
    ${
      open && calls.length > 0
        ? html`<div class="calls">
            ${calls.map((call) => callCard(call, { ...callTelling(telling), words: callWords(call, telling.app) }))}
          </div>`
        : nothing
    }
    ${agentCards(cards, telling)}`;
  });
}

/** Nothing of it can be seen yet, or a model reads what came back. */
export function isThinking({ working, nodes }: Turn): boolean {
  return (
    working && (nodes.length === 0 || (nodes.at(-1)?.look === "done" && nodes.some(({ usage }) => usage !== null)))
  );
}

/** Work that is done by somebody else than the assistant of this talk. */
export function isAgent({ to }: Pick<StepCard, "to">, { conversation }: App): boolean {
  return to !== conversation?.assistant;
}

/** The specialists that a step asks, and for who hears the page a line on how they stand. */
function agentCards(cards: readonly StepCard[], { app, locale, drafts }: TurnTelling): unknown {
  if (cards.length === 0) return nothing;
  return html`<p class="sr-only">
      ${cards.map((card) => `${app.titled(card.to).title || card.to}: ${app.say(wordFor(card))}`).join(", ")}
    </p>
    ${repeat(
      cards,
      ({ key }) => key,
      (card) =>
        html`<loket-agent-card
          .card=${card}
          .drafts=${drafts}
          .locale=${locale}
          .answered=${(question: Question) => answeredHere(question, app)}
        ></loket-agent-card>`,
    )}`;
}

export function answeredHere(question: Question, app: App): TemplateResult {
  return answered(question, itemOf(question.id, app), (key, values) => app.say(key, values));
}

export function itemOf(id: string, app: App): QuestionItem | undefined {
  return app.conversation?.questions.items.find((one) => one.id === id);
}

/** A step without what others do for it, which has cards of its own. */
export function without(node: Node, app: App): Node {
  const apart = new Set(node.tasks.filter((task) => isAgent(task, app)).map(({ scope }) => scope));
  return apart.size > 0 ? { ...node, runs: node.runs.filter(({ path }) => !apart.has(path)) } : node;
}

function callTelling({ app, locale }: TurnTelling): Omit<CallTelling, "words"> {
  const { language } = app.settings;
  return { by: "source", alone: false, language, locale, say: (key, values) => app.say(key, values) };
}
