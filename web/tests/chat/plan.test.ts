/** The steps of a plan as cards: how each stands, what it gave back, and the ones that are still to be planned. */
import { describe, expect, test } from "vitest";
import { actionsOf } from "../../src/chat/options.ts";
import { papersOf } from "../../src/chat/papers.ts";
import { cardsOf, liveSource, type StepCard, unsaid } from "../../src/chat/plan.ts";
import { Steps } from "../../src/folds/steps.ts";
import { nodesFor } from "../../src/state/timeline.ts";
import type { JsonObject } from "../../src/transport/json.ts";
import type { Record as LogRecord } from "../../src/wire.ts";

type Row = readonly [by: string, scope: string, event: JsonObject];

const STARTED: Row = ["engine", "/", { kind: "started", assistant: "a", version: "1", settings: {} }];
const SAID: Row = ["person", "/", { kind: "user_said", text: "Do it", files: [], channel: "chat" }];

function task(id: string, intent: string, ...needs: readonly string[]): JsonObject {
  return { kind: "task", id, intent, to: "a", task: "Do it", args: {}, needs, corrects: null };
}

function decided(took: readonly number[], action: JsonObject, scope = "/"): Row {
  const rest = { step: "", considered: [], usage: null, draft: null };
  return ["planner", scope, { kind: "decided", reasoning: "Because.", action, took, ...rest }];
}

function opened(plan: number, made: JsonObject): Row {
  const call = `${plan}.${String(made["id"])}`;
  return ["engine", `/${call}/`, { kind: "opened", call, assistant: "a", version: "1", task: made }];
}

function returned(call: string, more: JsonObject = {}): Row {
  return ["engine", "/", { kind: "returned", call, ok: true, value: null, code: null, text: "", took_ms: 80, ...more }];
}

function asks(text: string, choices: readonly JsonObject[] = []): JsonObject {
  return { kind: "ask", text, choices, form: null, wants: null, lasts: false };
}

function folded(...rows: readonly Row[]): { cards: StepCard[]; live: string | null } {
  const steps = new Steps();
  const records = [STARTED, SAID, ...rows].map(([by, scope, event], at) => {
    const record = { v: 1, seq: at + 1, at: "2026-03-02T09:00:00Z", by, cause: null, scope, key: null, event };
    steps.apply(record as unknown as LogRecord);
    return record as unknown as JsonObject;
  });
  const state = steps.state();
  const read = (seq: number): JsonObject | undefined => records[seq - 1];
  const [root] = state.scopes;
  return { cards: root ? cardsOf(nodesFor(root, 2, state), read) : [], live: liveSource(state, read) };
}

const looks = (cards: readonly StepCard[]): string[] => cards.map(({ intent, look }) => `${intent} ${look}`);

describe("a plan", () => {
  const [first, second, third] = [task("step1", "goto"), task("step2", "draw", "step1"), task("step3", "load")];
  const plan = decided([2], { kind: "call", calls: [first, third, second], text: "" });

  test("is shown before it runs, in the order in which it was asked for", () => {
    expect(looks(folded(plan).cards)).toEqual(["goto planned", "draw planned", "load planned"]);
  });

  test("runs, asks for a choice, lacks something; what needs another step waits with it", () => {
    const running = [plan, opened(3, first), opened(3, second), opened(3, third)];
    expect(looks(folded(...running).cards)).toEqual(["goto running", "draw planned", "load running"]);
    const { cards } = folded(
      ...running,
      decided([4], asks("Which?", [{ id: "a", label: "A", detail: "" }]), "/3.step1/"),
      decided([6], asks("Where?"), "/3.step3/"),
    );
    expect(looks(cards)).toEqual(["goto asks", "draw planned", "load needs"]);
    expect(cards[0]?.questions.map(({ id }) => id)).toEqual(["7"]);
  });

  test("comes back well, badly or not at all", () => {
    const value = { intent: "goto", data: { pdfUrl: "/p", source: { id: "live", label: "Canton" } } };
    const { cards, live } = folded(
      plan,
      returned("3.step1", { value, text: "Here it is." }),
      returned("3.step3", { ok: false, code: "failure", text: "No such map." }),
      returned("3.step2", { ok: false, code: "needs_failed", text: "For the log." }),
    );
    expect(looks(cards)).toEqual(["goto done", "draw dropped", "load error"]);
    expect(cards.map(({ message }) => message)).toEqual(["Here it is.", "", "No such map."]);
    expect(cards[0]?.value).toEqual(value);
    expect(live).toBe("Canton");
    expect(unsaid("Here it is.\n\nNo such map.", cards)).toBe("");
    expect(unsaid("Here it is.\n\nAnd more.", cards)).toBe("And more.");
  });
});

describe("papers", () => {
  const base = "http://127.0.0.1:1";

  test("are links of the web or of the server, and nothing else", () => {
    expect(papersOf({ pdfUrl: "/api/prints/1", pdfLabel: "Plan" }, base)).toMatchObject({
      pdf: `${base}/api/prints/1`,
      own: true,
      label: "Plan",
    });
    expect(papersOf({ pdfUrl: "https://other.example/p.pdf" }, base)).toMatchObject({ own: false });
    expect(papersOf({ mapUrl: "https://other.example/map" }, base)).toMatchObject({ pdf: "", own: false });
    for (const bad of ["javascript:alert(1)", "data:text/html,x", "http://", ""]) {
      expect(papersOf({ pdfUrl: bad, mapUrl: bad }, base)).toBeNull();
    }
  });

  test("end when their link does", () => {
    const end = "2026-11-22T10:00:00Z";
    expect(papersOf({ pdfUrl: "/p", expiresAt: end }, base, "Draw it")).toMatchObject({
      until: Date.parse(end),
      again: "Draw it",
    });
    expect(papersOf({ pdfUrl: "/p", expiresAt: "soon" }, base)?.until).toBeNaN();
  });
});

describe("what a choice would show", () => {
  const marker = { type: "addMarker", payload: { id: "m" } };
  const record = (choices: JsonObject | readonly JsonObject[]): JsonObject => ({
    event: { kind: "decided", action: { kind: "ask", wants: { skill: "s", slots: { choices }, missing: [] } } },
  });

  test("is read from a list and from an object", () => {
    expect(actionsOf(record([{ id: "a", mapActions: [marker, 7] }])).get("a")).toEqual([marker]);
    expect(actionsOf(record({ a: { mapActions: [marker] }, x: { id: "b" } })).get("a")).toEqual([marker]);
    expect(actionsOf(record({ x: { id: "b", mapActions: [marker] } })).get("b")).toEqual([marker]);
  });

  test("is nothing while the record is not here, and when it says nothing", () => {
    expect(actionsOf(undefined).size).toBe(0);
    expect(actionsOf({ event: { kind: "decided", action: { kind: "ask", wants: null } } }).size).toBe(0);
  });
});
