/** Makes the lines of a step from a decision, and blanks lines whose records were redacted; twin of steps_lines.py. */
import type {
  Call,
  CallLine,
  Decided,
  Opened,
  Record as LogRecord,
  ScopeLine,
  StepLine,
  StepsState,
  TaskLine,
} from "../wire.ts";
import { taskScope } from "./asking.ts";
import { blankChoice, choiceOf, light, short, usageOf } from "./plain.ts";
import { decision, emptyScope } from "./shelf.ts";
import type { Draft } from "./view.ts";

const REASONING = 2000;
/** Characters of what is asked: less than the whole can't be answered. */
const QUESTION = 4000;
const CONSIDERED = 20;

/** A step of this record with nothing in it yet. */
export function emptyStep(record: LogRecord, kind: StepLine["kind"], message: number | null): Draft<StepLine> {
  return {
    seq: record.seq,
    at: record.at,
    kind,
    name: "",
    reasoning: "",
    considered: [],
    text: "",
    state: "done",
    status: "ok",
    code: null,
    message,
    asking: null,
    choices: [],
    to: null,
    until: null,
    calls: [],
    tasks: [],
    commands: [],
    usage: null,
    redacted: false,
  };
}

/** The step of a decision, with its calls and tasks. */
export function begin(record: LogRecord, decided: Decided, message: number | null): Draft<StepLine> {
  const action = decided.action;
  const step = emptyStep(record, action.kind, message);
  step.name = decided.step;
  step.reasoning = short(decided.reasoning, REASONING);
  step.usage = usageOf(decided.usage);
  step.considered = decided.considered
    .slice(0, CONSIDERED)
    .map(({ name, score, why }) => ({ name: short(name), score, why: short(why) }));
  if (["ask", "call", "wait"].includes(action.kind)) step.state = "open";
  switch (action.kind) {
    case "say":
      step.text = short(action.text);
      break;
    case "ask":
      step.text = short(action.text, QUESTION);
      step.asking = "open";
      step.choices = action.choices.map(choiceOf);
      break;
    case "call":
      step.text = short(action.text);
      step.calls = callLines(record, step, action);
      step.tasks = taskLines(record, action);
      break;
    case "wait":
      step.text = short(action.why);
      step.until = action.until;
      break;
    case "done":
      step.text = short(action.summary);
      step.code = action.outcome;
      break;
    default:
      break;
  }
  return step;
}

function callLines(record: LogRecord, step: StepLine, action: Call): readonly CallLine[] {
  return action.calls
    .filter((call) => call.kind === "tool")
    .map((call) => {
      const args = light(call.args);
      return {
        id: `${record.seq}.${call.id}`,
        tool: call.tool,
        reason: short(step.reasoning),
        args: args.value,
        args_cut: args.cut,
        retries: call.retries,
        decided: step.at,
        state: "decided",
        question: null,
        asking: null,
        held_why: "",
        edited: null,
        retried_by: null,
        started: null,
        returned: null,
        ended: null,
        ok: null,
        code: null,
        text: "",
        value: null,
        value_cut: false,
        took_ms: null,
        notes: [],
        remote: null,
      };
    });
}

function taskLines(record: LogRecord, action: Call): readonly TaskLine[] {
  return action.calls
    .filter((call) => call.kind === "task")
    .map((task) => ({
      id: `${record.seq}.${task.id}`,
      intent: task.intent,
      to: task.to,
      text: short(task.task),
      needs: task.needs.map((need) => `${record.seq}.${need}`),
      corrects: task.corrects,
      state: "decided",
      scope: null,
      corrected_by: null,
      returned: null,
      ok: null,
      code: null,
      result: "",
      took_ms: null,
    }));
}

/** The scope of a task that this step of the parent planned. */
export function scopeLine(record: LogRecord, opened: Opened, parent: ScopeLine, step: StepLine): ScopeLine {
  return {
    ...emptyScope(taskScope(parent.path, opened.call)),
    parent: parent.path,
    call: opened.call,
    title: short(opened.task.task || opened.task.intent),
    intent: opened.task.intent,
    assistant: opened.assistant,
    reason: step.reasoning,
    opened: record.seq,
    started: record.at,
    waking: [{ seq: record.seq, message: step.message, person: false }],
  };
}

/** Takes out what these records said; ids, kinds, states and codes stay. */
export function blank(state: StepsState, seqs: ReadonlySet<number | null>): void {
  const root: Draft<ScopeLine> | undefined = state.scopes[0];
  if (root !== undefined && state.message !== null && seqs.has(state.message)) root.title = "";
  for (const scope of state.scopes) {
    blankScope(scope, seqs);
    for (const step of scope.steps as Draft<StepLine>[]) {
      if (seqs.has(step.seq)) blankStep(step);
      step.commands = step.commands.map((line) => (seqs.has(line.seq) ? { seq: line.seq, command: {} } : line));
      for (const call of step.calls) blankCall(call, seqs);
      for (const task of step.tasks as Draft<TaskLine>[]) {
        if (seqs.has(step.seq)) task.text = "";
        if (seqs.has(task.returned)) task.result = "";
      }
    }
  }
}

function blankScope(scope: Draft<ScopeLine>, seqs: ReadonlySet<number | null>): void {
  if (seqs.has(scope.said)) scope.message = "";
  if (scope.call === null) return;
  const planned = seqs.has(decision(scope.call));
  if (planned) scope.reason = "";
  if (planned || seqs.has(scope.opened)) scope.title = short(scope.intent);
}

function blankStep(step: Draft<StepLine>): void {
  step.redacted = true;
  step.reasoning = "";
  step.text = "";
  step.considered = [];
  step.choices = step.choices.map(blankChoice);
}

function blankCall(call: Draft<CallLine>, seqs: ReadonlySet<number | null>): void {
  const decided = seqs.has(decision(call.id));
  if (decided) call.reason = "";
  if ((decided && call.edited === null) || seqs.has(call.edited)) {
    call.args = {};
    call.args_cut = false;
  }
  if (seqs.has(call.returned)) {
    call.text = "";
    call.value = null;
    call.value_cut = false;
  }
  call.notes = call.notes.filter((note) => !seqs.has(note.seq));
}
