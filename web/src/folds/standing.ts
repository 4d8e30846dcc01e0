/** How steps and scopes stand: their status and whether work goes on; the twin of views/standing.py. */
import type { CallLine, ScopeLine, Status, StepLine, StepsState, TaskLine } from "../wire.ts";
import type { Draft } from "./view.ts";

const RANK: readonly Status[] = ["ok", "needs_user_choice", "needs_clarification", "error"];
const AT_REST: ReadonlySet<string | null> = new Set(["cancelled", "superseded", "refused", "user"]);

type Scopes = ReadonlyMap<string, ScopeLine>;

/** The overall status of several steps; `ok` when there are none. */
export function worst(statuses: readonly Status[]): Status {
  return RANK[Math.max(0, ...statuses.map((status) => RANK.indexOf(status)))] ?? "ok";
}

/** Sets every status and every `working`, the innermost scopes first. */
export function stand(state: Draft<StepsState>): void {
  const scopes = new Map(state.scopes.map((scope) => [scope.path, scope]));
  for (const scope of state.scopes.toReversed() as Draft<ScopeLine>[]) {
    scope.unsure = scope.steps.some((step) => isUnsure(step, scopes));
    for (const step of scope.steps as Draft<StepLine>[]) step.status = stepStatus(step, scopes);
    const root = scope.path === "/";
    const mended = recovered(scope.steps);
    const current = scope.steps.filter((step) => !root || step.message === state.message);
    const open = root || scope.state === "open";
    scope.status = open ? worst(current.map((step) => stepStatus(step, scopes, mended))) : endedStatus(scope);
    scope.working = isWorking(scope, scopes);
  }
  const root = state.scopes[0];
  if (root === undefined) return;
  state.status = root.status;
  state.working = root.working;
}

function stepStatus(step: StepLine, scopes: Scopes, mended: ReadonlySet<string> = new Set()): Status {
  switch (step.kind) {
    case "fault":
    case "late":
      return "error";
    case "stopped":
      return AT_REST.has(step.code) ? "ok" : "error";
    case "done":
      return step.code === "failure" ? "error" : "ok";
    default:
      if (step.kind === "ask" && step.asking === "open") {
        return step.choices.length > 0 ? "needs_user_choice" : "needs_clarification";
      }
      return worst([
        ...step.calls.filter((call) => !mended.has(call.id)).map(callStatus),
        ...step.tasks.map((task) => taskStatus(task, scopes)),
      ]);
  }
}

function callStatus(call: CallLine): Status {
  if (call.asking === "open") return "needs_user_choice";
  return call.ok === false && call.retried_by === null && !AT_REST.has(call.code) ? "error" : "ok";
}

/** The failed calls that no longer matter to the whole; each stays an error in its own step. */
function recovered(steps: readonly StepLine[]): ReadonlySet<string> {
  const found = new Set<string>();
  const well = new Map<number | null, Set<string>>();
  const ledOn = new Set<number | null>();
  for (const step of steps.toReversed()) {
    const there = well.get(step.message) ?? new Set();
    well.set(step.message, there);
    const beside = step.calls.filter((call) => call.ok).map((call) => call.tool);
    const enough = new Set(ledOn.has(step.message) ? [...there, ...beside] : there);
    for (const call of step.calls) {
      if (call.ok === false && enough.has(call.tool) && call.code !== "unknown_outcome") found.add(call.id);
    }
    for (const tool of beside) there.add(tool);
    const lines = [...step.calls, ...step.tasks];
    if (step.kind === "ask" || (lines.length > 0 && lines.every((line) => line.ok))) ledOn.add(step.message);
  }
  return found;
}

function taskStatus(task: TaskLine, scopes: Scopes): Status {
  if (task.state === "returned") {
    if (AT_REST.has(task.code)) return scopes.get(task.scope ?? "")?.unsure ? "error" : "ok";
    return task.ok === false && task.corrected_by === null ? "error" : "ok";
  }
  return scopes.get(task.scope ?? "")?.status ?? "ok";
}

function endedStatus(scope: ScopeLine): Status {
  if (AT_REST.has(scope.code)) return scope.unsure ? "error" : "ok";
  return scope.code === "success" || scope.code === "neutral" ? "ok" : "error";
}

function isUnsure(step: StepLine, scopes: Scopes): boolean {
  if (step.calls.some((call) => call.code === "unknown_outcome" && call.retried_by === null)) return true;
  return step.tasks.some((task) => scopes.get(task.scope ?? "")?.unsure ?? false);
}

function isWorking(scope: ScopeLine, scopes: Scopes): boolean {
  if (scope.state === "open" && scope.waking.length > 0 && !isGated(scope, scopes)) return true;
  return scope.steps.some((step) => {
    if (step.state === "done") return false;
    if (step.calls.some((call) => call.state === "decided" || call.state === "started")) return true;
    const out = step.tasks.filter((task) => task.state !== "returned");
    return out.some((task) => task.state === "decided" || (scopes.get(task.scope ?? "")?.working ?? false));
  });
}

function isGated(scope: ScopeLine, scopes: Scopes): boolean {
  const parent = scopes.get(scope.parent ?? "");
  if (parent === undefined || scope.steps.length > 0 || scope.dropped > 0) return false;
  for (const step of parent.steps.toReversed()) {
    const own = step.tasks.find((task) => task.id === scope.call);
    if (own !== undefined) {
      return [...step.calls, ...step.tasks].some((line) => own.needs.includes(line.id) && line.state !== "returned");
    }
  }
  return false;
}
