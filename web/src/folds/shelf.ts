/** Finds the steps, calls, tasks and open questions of a steps state, and keeps it bounded; twin of steps_shelf.py. */
import type { CallLine, ScopeLine, StepLine, StepsState, TaskLine } from "../wire.ts";
import { inside, type Open } from "./asking.ts";
import type { Draft } from "./view.ts";

const LIMIT = 200;

/** Where a call or task was decided. */
export interface Plan {
  readonly scope: Draft<ScopeLine>;
  readonly step: Draft<StepLine>;
}

/** The seq of the decision that named this call or task. */
export function decision(id: string): number {
  return Number(id.split(".", 1)[0]);
}

/** A state with its indexes; the state alone is enough to make the same shelf again. */
export class Shelf {
  readonly state: Draft<StepsState>;
  readonly root: Draft<ScopeLine>;
  readonly scopes = new Map<string, Draft<ScopeLine>>();
  readonly steps = new Map<number, Draft<StepLine>>();
  readonly calls = new Map<string, Draft<CallLine>>();
  readonly tasks = new Map<string, Draft<TaskLine>>();
  readonly asked = new Map<string, Open>();
  readonly plans = new Map<string, Plan>();

  constructor(state: StepsState) {
    this.state = state;
    this.root = state.scopes[0] ?? emptyScope("/");
    if (state.scopes.length === 0) this.state.scopes = [this.root];
    for (const scope of this.state.scopes) {
      this.scopes.set(scope.path, scope);
      for (const step of scope.steps) this.#index(scope, step);
    }
  }

  /** A task has its scope now. */
  open(scope: ScopeLine): void {
    this.state.scopes = [...this.state.scopes, scope];
    this.scopes.set(scope.path, scope);
  }

  /** A step more in this scope; what it does over is marked, what is old is dropped. */
  add(scope: Draft<ScopeLine>, step: StepLine): void {
    scope.steps = [...scope.steps, step];
    this.#index(scope, step);
    for (const call of step.calls) {
      const earlier = call.retries === null ? undefined : this.calls.get(call.retries);
      if (earlier !== undefined) earlier.retried_by = call.id;
    }
    for (const task of step.tasks) {
      const earlier = task.corrects === null ? undefined : this.tasks.get(task.corrects);
      if (earlier !== undefined) earlier.corrected_by = task.id;
    }
    while (scope.steps.length > LIMIT) {
      const spare = scope.steps.length > 2 * LIMIT;
      const old = scope.steps.slice(0, -LIMIT).find((candidate) => spare || candidate.state === "done");
      if (old === undefined) break;
      scope.steps = scope.steps.filter((kept) => kept !== old);
      scope.dropped += 1;
      this.#forget(old);
    }
  }

  /** A held call asks for approval. */
  hold(id: string, call: string): void {
    this.asked.set(id, { id, scope: this.plans.get(call)?.scope.path ?? "/", held: call });
  }

  /** A question ended. */
  close(id: string, how: string): void {
    const asked = this.asked.get(id);
    if (asked === undefined) return;
    this.asked.delete(id);
    if (asked.held !== null) {
      const call = this.calls.get(asked.held);
      if (call !== undefined) call.asking = how;
      return;
    }
    const step = this.steps.get(Number(id));
    if (step === undefined) return;
    step.asking = how;
    step.state = "done";
  }

  #index(scope: ScopeLine, step: StepLine): void {
    this.steps.set(step.seq, step);
    if (step.kind === "ask" && step.asking === "open") {
      this.asked.set(String(step.seq), { id: String(step.seq), scope: scope.path, held: null });
    }
    for (const call of step.calls) {
      this.calls.set(call.id, call);
      this.plans.set(call.id, { scope, step });
      if (call.question !== null && call.asking === "open") {
        this.asked.set(call.question, { id: call.question, scope: scope.path, held: call.id });
      }
    }
    for (const task of step.tasks) {
      this.tasks.set(task.id, task);
      this.plans.set(task.id, { scope, step });
    }
  }

  #forget(step: StepLine): void {
    const gone = step.tasks.flatMap((task) => (task.scope === null ? [] : [task.scope]));
    const below = this.state.scopes.filter((scope) => gone.some((path) => inside(scope.path, path)));
    for (const old of [step, ...below.flatMap((scope) => scope.steps)]) {
      this.steps.delete(old.seq);
      this.asked.delete(String(old.seq));
      for (const call of old.calls) {
        this.calls.delete(call.id);
        this.plans.delete(call.id);
        this.asked.delete(call.question ?? "");
      }
      for (const task of old.tasks) {
        this.tasks.delete(task.id);
        this.plans.delete(task.id);
      }
    }
    if (below.length === 0) return;
    for (const scope of below) this.scopes.delete(scope.path);
    this.state.scopes = this.state.scopes.filter((scope) => this.scopes.has(scope.path));
  }
}

/** A scope of which nothing is known yet. */
export function emptyScope(path: string): ScopeLine {
  return {
    path,
    parent: null,
    call: null,
    title: "",
    intent: "",
    assistant: "",
    reason: "",
    opened: null,
    started: null,
    state: "open",
    status: "ok",
    working: false,
    unsure: false,
    message: "",
    said: null,
    code: null,
    ended: null,
    took_ms: null,
    discarded: 0,
    dropped: 0,
    wait: null,
    waking: [],
    steps: [],
  };
}
