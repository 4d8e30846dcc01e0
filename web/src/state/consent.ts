/** Questions whose yes lets something happen in the world, and whether it did not after all. */
import type { QuestionItem, StepsState } from "../wire.ts";
import type { Question } from "./timeline.ts";

/** The ids of the two choices by which planners ask for leave. */
const LEAVE = ["no", "yes"];

/** Whether a yes to it is a consent: a call is held for it, or a planner asks for leave. */
export function isConsent({ held, choices }: Pick<Question, "held" | "choices">): boolean {
  return held !== null || [...new Set(choices.map(({ id }) => id))].toSorted().join() === LEAVE.join();
}

/** Whether this consent is over without a yes or a no; false also where the records leave it open whether something left. */
export function isUnsent(question: Question, item: QuestionItem | undefined, steps: StepsState): boolean {
  if (!isConsent(question) || question.open || item === undefined || item.redacted) return false;
  const { answer, state } = item;
  if (answer === null) return state !== "open" && state !== "answered";
  return question.held === null && answer.text !== null && ledNowhere(item, answer.seq, steps);
}

/** Words were no clear yes when no call and no task came of them, up to the next question. */
function ledNowhere({ scope: path, seq: asked }: QuestionItem, answered: number, steps: StepsState): boolean {
  const scope = steps.scopes.find((one) => one.path === path);
  const own = scope?.steps.find((step) => step.seq === asked);
  if (scope === undefined || own === undefined) return false;
  const after = scope.steps.filter((step) => step.seq > answered && step.message === own.message);
  const next = after.findIndex((step) => step.kind === "ask");
  const led = next < 0 ? after : after.slice(0, next + 1);
  const waiting = led.length === 0 && scope.waking.length > 0;
  return !waiting && led.every((step) => step.calls.length === 0 && step.tasks.length === 0);
}
