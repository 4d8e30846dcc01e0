/** From the steps of a conversation to what a person follows: the newest run on a surface, its steps and their questions. */
import type { CallLine, ConsideredLine, ScopeLine, StepLine, StepsState, TaskLine, Usage } from "../wire.ts";

export type Look = "running" | "done" | "asks" | "error" | "stopped";

/** One node of the timeline. */
export interface Node {
  readonly seq: number;
  readonly kind: StepLine["kind"];
  readonly name: string;
  readonly look: Look;
  readonly reason: string;
  /** What was thought of and not chosen. */
  readonly considered: readonly ConsideredLine[];
  readonly text: string;
  readonly code: string | null;
  /** What was said while the work went on; "" for an answer. */
  readonly aside: string;
  readonly tookMs: number | null;
  readonly calls: readonly CallLine[];
  /** What it asked: one question in words, or one for each call that is held. */
  readonly questions: readonly Question[];
  /** What this step plans, opened or not. */
  readonly tasks: readonly TaskLine[];
  /** What the thought behind it cost, as far as a model thought it. */
  readonly usage: Usage | null;
  /** The runs of the tasks of this step. */
  readonly runs: readonly Run[];
}

/** A line of work: what it is for and its nodes. */
export interface Run {
  readonly path: string;
  readonly title: string;
  readonly look: Look;
  /** When its planner was first given something; null before that. */
  readonly started: string | null;
  readonly tookMs: number | null;
  readonly nodes: readonly Node[];
}

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly open: boolean;
  readonly choices: readonly { readonly id: string; readonly label: string; readonly detail: string }[];
  /** The call that is held: it is approved or refused, not answered. */
  readonly held: CallLine | null;
}

/** The runs a surface started, oldest first: tasks whose intent begins with the surface's name. */
export function runsOf(state: StepsState, surface: string): Run[] {
  return state.scopes
    .filter((scope) => scope.parent === "/" && scope.intent.startsWith(`${surface}/`))
    .map((scope) => runOf(scope, state));
}

/** What a scope did for one message of a person, oldest first; for 0 what it did before any person wrote. */
export function nodesFor(scope: ScopeLine, message: number, state: StepsState): Node[] {
  return scope.steps.filter((step) => (step.message ?? 0) === message).map((step) => nodeOf(step, scope, state));
}

/** What waits for an answer, in the order asked: everything, or what the work of a surface asks. */
export function openQuestions(state: StepsState, surface?: string): Question[] {
  const paths = surface === undefined ? ["/"] : runsOf(state, surface).map((run) => run.path);
  return state.scopes
    .filter((scope) => paths.some((path) => scope.path.startsWith(path)))
    .flatMap((scope) => scope.steps.flatMap((step) => questionsOf(step, scope.state === "open")))
    .filter((question) => question.open)
    .sort((a, b) => Number(a.id) - Number(b.id));
}

/** The questions of a step and of all that it led to. */
export function questionsIn(node: Node): Question[] {
  return [...node.questions, ...node.runs.flatMap((run) => run.nodes.flatMap(questionsIn))];
}

function runOf(scope: ScopeLine, state: StepsState): Run {
  const nodes = scope.steps.map((step) => nodeOf(step, scope, state));
  const asks = nodes.some(isAsking);
  return {
    path: scope.path,
    title: scope.title,
    look: scope.state === "open" ? (asks ? "asks" : "running") : lookOfEnd(scope),
    started: scope.started,
    tookMs: scope.took_ms,
    nodes,
  };
}

function isAsking({ questions }: Pick<Node, "questions">): boolean {
  return questions.some((question) => question.open);
}

function lookOfEnd(scope: ScopeLine): Look {
  if (scope.state === "stopped") return scope.code === "user" || scope.code === "cancelled" ? "stopped" : "error";
  return scope.status === "error" ? "error" : "done";
}

function nodeOf(step: StepLine, scope: ScopeLine, state: StepsState): Node {
  const questions = questionsOf(step, scope.state === "open");
  const paths = step.tasks.map((task) => task.scope);
  return {
    seq: step.seq,
    kind: step.kind,
    name: step.name,
    look: lookOfStep(step, questions, scope),
    reason: step.reasoning,
    considered: step.considered,
    text: step.text,
    code: step.code,
    aside: "",
    tookMs: longest(step.calls),
    calls: step.calls,
    questions,
    tasks: step.tasks,
    usage: step.usage,
    runs: state.scopes.filter((one) => paths.includes(one.path)).map((one) => runOf(one, state)),
  };
}

function lookOfStep(step: StepLine, questions: readonly Question[], scope: ScopeLine): Look {
  if (isAsking({ questions })) return "asks";
  if (step.kind === "stopped") return "stopped";
  // Of several sites that are looked at, one that answers is enough: each call says for itself how it went.
  const failed = step.calls.filter((call) => call.ok === false && call.code !== "cancelled");
  const enough = step.calls.length > 1 && step.calls.some((call) => call.ok === true);
  if (step.kind === "fault" || (failed.length > 0 && !enough)) return "error";
  if (step.calls.some((call) => call.code === "cancelled")) return "stopped";
  if (step.state === "open") return scope.state === "open" ? "running" : "stopped";
  return step.status === "error" && !enough ? "error" : "done";
}

function longest(calls: readonly CallLine[]): number | null {
  const times = calls.map((call) => call.took_ms).filter((ms): ms is number => typeof ms === "number");
  return times.length > 0 ? Math.max(...times) : null;
}

function questionsOf(step: StepLine, live: boolean): Question[] {
  if (step.kind === "ask") {
    const open = live && step.asking === "open";
    return [{ id: String(step.seq), text: step.text, open, choices: step.choices, held: null }];
  }
  return step.calls
    .filter((call) => call.question !== null)
    .map((call) => ({
      id: call.question ?? "",
      text: call.reason,
      open: live && call.asking === "open",
      choices: [],
      held: call,
    }));
}
