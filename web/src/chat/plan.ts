/** From the plans of a turn to what a person follows: a card a step, with how it stands, what it says and what it made. */
import type { Look, Node, Question, Run } from "../state/timeline.ts";
import { isObject, type JsonObject, objectOf, textOf } from "../transport/json.ts";
import type { StepsState, TaskLine } from "../wire.ts";

/**
 * `planned` waits for its turn, `needs` lacks something that is written, `asked` has lacked it until the person went on,
 * `dropped` was not done because of others.
 */
export type CardLook = Look | "planned" | "needs" | "asked" | "dropped";

export interface StepCard {
  readonly key: string;
  /** Who does it. */
  readonly to: string;
  readonly intent: string;
  /** The step in the person's words, for an intent nobody has a name for. */
  readonly words: string;
  readonly look: CardLook;
  readonly message: string;
  readonly tookMs: number | null;
  /** What it asked, in order. */
  readonly questions: readonly Question[];
  /** A later step does this one anew. */
  readonly corrected: boolean;
  /** What it gave back; null while it works, and while its record is being fetched. */
  readonly value: JsonObject | null;
  /** What is done for it; undefined while it waits for its turn. */
  readonly run: Run | undefined;
}

/** Reads a record of the conversation by its seq, when it is here. */
export type Reading = (seq: number) => JsonObject | undefined;

const QUIET: ReadonlySet<string> = new Set(["superseded", "cancelled", "user", "needs_failed"]);

/** The steps that were planned for one message, in the order in which they were asked for. */
export function cardsOf(nodes: readonly Node[], read: Reading): StepCard[] {
  const cards = nodes.flatMap((node) =>
    node.tasks.map((task) => {
      const out = [...node.calls, ...node.tasks].filter((one) => one.state !== "returned").map((one) => one.id);
      const held = task.needs.some((need) => out.includes(need));
      return cardOf(task, held ? undefined : node.runs.find((one) => one.path === task.scope), read);
    }),
  );
  return cards.toSorted((a, b) => placeOf(a.key) - placeOf(b.key));
}

/** What of an answer the cards do not say already. */
export function unsaid(text: string, cards: readonly StepCard[]): string {
  const said = new Set(cards.map((card) => card.message));
  const rest = text.split("\n\n").filter((part) => !said.has(part));
  return rest.join("\n\n");
}

function cardOf(task: TaskLine, run: Run | undefined, read: Reading): StepCard {
  const questions = run?.nodes.flatMap((node) => node.questions) ?? [];
  const returned = task.returned === null ? undefined : objectOf(read(task.returned)?.["event"]);
  const value = returned?.["value"] ?? null;
  const look = lookOf(task, run, questions);
  return {
    key: task.id,
    to: task.to,
    intent: task.intent,
    words: task.text,
    look,
    // The record has the whole of it; the view keeps the beginning.
    message: look === "dropped" || look === "asked" ? "" : textOf(returned?.["text"]) || task.result,
    tookMs: task.took_ms,
    questions,
    corrected: task.corrected_by !== null,
    value: isObject(value) ? value : null,
    run,
  };
}

function lookOf(task: TaskLine, run: Run | undefined, questions: readonly Question[]): CardLook {
  if (task.state === "returned") {
    if (task.ok) return "done";
    if (!QUIET.has(task.code ?? "")) return "error";
    return task.code === "user" ? "stopped" : questions.at(-1)?.choices.length === 0 ? "asked" : "dropped";
  }
  const open = questions.find((question) => question.open);
  if (open) return open.choices.length > 0 || open.held ? "asks" : "needs";
  if (!run) return "planned";
  return run.look === "stopped" ? "stopped" : "running";
}

/** The number a step has in its name. */
function placeOf(key: string): number {
  return Number(/\d+$/.exec(key)?.[0] ?? 0);
}

/** Whom the last result that names its source came from when it is a live service, and null when it is what is shipped. */
export function liveSource(steps: StepsState, read: Reading): string | null {
  const root = steps.scopes[0]?.steps ?? [];
  const returned = root.flatMap((step) => step.tasks).flatMap(({ ok, returned }) => (ok && returned ? [returned] : []));
  for (const seq of returned.toReversed()) {
    const value = objectOf(objectOf(read(seq)?.["event"])["value"]);
    const source = objectOf(objectOf(value["data"])["source"]);
    if (textOf(source["id"])) return source["id"] === "live" ? textOf(source["label"]) : null;
  }
  return null;
}
