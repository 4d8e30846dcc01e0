/** What asks for leave, and when nothing was done about it: folded from records, as the page does. */
import { describe, expect, test } from "vitest";
import { Questions } from "../../src/folds/questions.ts";
import { Steps } from "../../src/folds/steps.ts";
import { isConsent, isUnsent } from "../../src/state/consent.ts";
import { nodesFor, questionsIn } from "../../src/state/timeline.ts";
import type { JsonObject } from "../../src/transport/json.ts";
import type { Record as LogRecord } from "../../src/wire.ts";

type By = "person" | "planner" | "tool" | "engine";
type Event = readonly [By, JsonObject];

/** Whether the question of the third record counts as not sent once all of these are there. */
function unsent(...events: readonly Event[]): boolean {
  const [steps, questions] = [new Steps(), new Questions()];
  const all: readonly Event[] = [
    ["engine", { kind: "started", assistant: "a", version: "1", settings: {} }],
    ["person", { kind: "user_said", text: "Do it", files: [], channel: "chat" }],
    ...events,
  ];
  all.forEach(([by, event], at) => {
    const record = { v: 1, seq: at + 1, at: "2026-03-02T09:00:00Z", by, cause: null, scope: "/", key: null, event };
    for (const view of [steps, questions]) view.apply(record as unknown as LogRecord);
  });
  const root = steps.state().scopes[0];
  const question = root && nodesFor(root, 2, steps.state()).flatMap(questionsIn)[0];
  const item = questions.state().items[0];
  return question !== undefined && isUnsent(question, item, steps.state());
}

function decided(took: readonly number[], action: JsonObject): Event {
  return ["planner", { kind: "decided", reasoning: "", action, took, step: "", considered: [], usage: null }];
}

const choice = (id: string): JsonObject => ({ id, label: id, detail: "" });
const asks = (...ids: string[]): Event =>
  decided([2], { kind: "ask", text: "?", choices: ids.map(choice), form: null, wants: null, lasts: true });
const call = (took: number): Event =>
  decided([took], {
    kind: "call",
    calls: [{ kind: "tool", id: "a", tool: "post", args: {}, retries: null }],
    text: "",
  });
const held: readonly Event[] = [call(2), ["engine", { kind: "held", call: "3.a", why: "destructive", title: "" }]];
const says = (took: number): Event => decided([took], { kind: "say", text: "Well.", files: [], final: true });
const answer = (to: string, given: JsonObject): Event => [
  "person",
  { kind: "answered", to, choice: null, text: null, form: null, approve: null, edit: null, refuse: null, ...given },
];
const stop: Event = ["person", { kind: "stopped", scope: "/", code: "user" }];

test("a held call and a choice of yes and no ask for leave; other choices do not", () => {
  const asking = (...ids: string[]): boolean =>
    isConsent({ held: null, choices: ids.map((id) => ({ id, label: "", detail: "" })) });
  expect([asking("yes", "no"), asking("no", "yes"), asking("yes", "no", "yes")]).toEqual([true, true, true]);
  expect([asking(), asking("yes"), asking("a", "b"), asking("yes", "no", "later")]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

describe("not sent", () => {
  test("while it waits nothing is said of it", () => {
    expect(unsent(...held)).toBe(false);
    expect(unsent(asks("yes", "no"))).toBe(false);
  });

  test("stopped, or closed by something else", () => {
    expect(unsent(...held, stop)).toBe(true);
    expect(unsent(asks("yes", "no"), stop)).toBe(true);
    expect(unsent(asks("yes", "no"), ["engine", { kind: "closed", question: "3", code: "superseded" }])).toBe(true);
    expect(unsent(asks("a", "b"), stop)).toBe(false);
  });

  test("a yes or a no is an answer", () => {
    for (const given of [{ approve: true }, { refuse: true }]) expect(unsent(...held, answer("4", given))).toBe(false);
    for (const id of ["yes", "no"]) expect(unsent(asks("yes", "no"), answer("3", { choice: id }))).toBe(false);
  });

  test("words are one only when something came of them", () => {
    const words = answer("3", { text: "What is the weather?" });
    expect(unsent(asks("yes", "no"), words)).toBe(false);
    expect(unsent(asks("yes", "no"), words, says(4))).toBe(true);
    expect(unsent(asks("yes", "no"), words, call(4))).toBe(false);
  });
});
