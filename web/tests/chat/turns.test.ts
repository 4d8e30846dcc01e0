/** A talk as it is read, folded from records as they come: what was said, done, asked and answered, in order. */
import { describe, expect, test } from "vitest";
import { cutAt, type Turn, turnsOf } from "../../src/chat/turns.ts";
import { Steps } from "../../src/folds/steps.ts";
import { Transcript } from "../../src/folds/transcript.ts";
import type { JsonObject } from "../../src/transport/json.ts";
import type { Record as LogRecord } from "../../src/wire.ts";

type By = "person" | "agent" | "planner" | "tool" | "engine";

function log(...events: readonly (readonly [By, JsonObject])[]): Turn[] {
  const steps = new Steps();
  const transcript = new Transcript();
  const all: readonly (readonly [By, JsonObject])[] = [
    ["engine", { kind: "started", assistant: "a", version: "1", settings: {} }],
    ...events,
  ];
  all.forEach(([by, event], at) => {
    const record = { v: 1, seq: at + 1, at: "2026-03-02T09:00:00Z", by, cause: null, scope: "/", key: null, event };
    steps.apply(record as unknown as LogRecord);
    transcript.apply(record as unknown as LogRecord);
  });
  return turnsOf(steps.state(), transcript.state());
}

const said = (text: string): [By, JsonObject] => ["person", { kind: "user_said", text, files: [], channel: "chat" }];

function decided(took: readonly number[], action: JsonObject, step = ""): [By, JsonObject] {
  const rest = { step, considered: [], usage: null, draft: null };
  return ["planner", { kind: "decided", reasoning: "Because.", action, took, ...rest }];
}

const says = (text: string, final = true): JsonObject => ({ kind: "say", text, files: [], final });
const asks = (text: string, choices: readonly JsonObject[] = []): JsonObject => ({
  kind: "ask",
  text,
  choices,
  form: null,
  wants: null,
  lasts: true,
});
const calls: JsonObject = {
  kind: "call",
  calls: [{ kind: "tool", id: "a", tool: "look", args: {}, retries: null }],
  text: "",
};
const back: [By, JsonObject] = [
  "tool",
  { kind: "returned", call: "3.a", ok: true, value: 1, code: null, text: "", took_ms: 3 },
];
const answer = (to: string, given: JsonObject): [By, JsonObject] => [
  "person",
  { kind: "answered", to, choice: null, text: null, form: null, approve: null, edit: null, refuse: null, ...given },
];

const read = (turns: readonly Turn[]): unknown[] =>
  turns.map((turn) => [turn.said?.text ?? turn.acted?.name ?? "-", turn.answers.map(({ text }) => text)]);

describe("what is read", () => {
  test("a message and its answer", () => {
    const turns = log(said("Hello"), decided([2], says("Good day")));
    expect(read(turns)).toEqual([["Hello", ["Good day"]]]);
    expect(turns[0]?.working).toBe(false);
  });

  test("what is said on the way stands among the steps, not with the answer", () => {
    const events = [said("Hello"), decided([2], says("I'll ask.", false), "choose")] as const;
    expect(log(...events)[0]?.nodes.map(({ aside }) => aside)).toEqual(["I'll ask."]);
    expect(read(log(...events))).toEqual([["Hello", []]]);
    const [turn] = log(...events, decided([3], says("Done"), "answer"));
    expect(turn?.nodes.map(({ name, aside }) => [name, aside])).toEqual([
      ["choose", "I'll ask."],
      ["answer", ""],
    ]);
    expect(turn?.answers.map(({ text }) => text)).toEqual(["Done"]);
  });

  test("what is said before tasks stands before their cards, and once", () => {
    const task = { kind: "task", id: "t", intent: "ask", to: "x", task: "", args: {}, needs: [], corrects: null };
    const events = [
      said("Hello"),
      decided([2], { kind: "call", calls: [task], text: "I ask around." }, "plan"),
    ] as const;
    const [turn] = log(...events);
    expect(turn?.before.map(({ text }) => text)).toEqual(["I ask around."]);
    expect([turn?.nodes.map(({ aside }) => aside), turn?.answers]).toEqual([[""], []]);
  });

  test("while work goes on the last turn says so", () => {
    expect(log(said("Hello"))[0]?.working).toBe(true);
    const [turn] = log(said("Hello"), decided([2], calls, "search"));
    expect([turn?.working, turn?.nodes[0]?.look]).toEqual([true, "running"]);
  });

  test("a click stands as what was done", () => {
    const event = {
      kind: "surface_acted",
      surface: "agent",
      name: "agent/connect",
      payload: { url: "https://a.example" },
    };
    const turns = log(["person", event], decided([2], says("There is one.")));
    expect(read(turns)).toEqual([["agent/connect", ["There is one."]]]);
    expect(turns[0]?.acted?.payload).toEqual({ url: "https://a.example" });
  });
});

describe("questions", () => {
  test("of a call that another program began, before any person wrote, can be answered", () => {
    const asked: [By, JsonObject] = ["agent", { kind: "agent_said", agent: "caller", text: "", files: [], data: {} }];
    const held: [By, JsonObject] = ["engine", { kind: "held", call: "3.a", why: "destructive", title: "Look" }];
    const turns = log(asked, decided([2], calls), held);
    expect(turns.map(({ said, questions }) => [said, questions.map(({ open }) => open)])).toEqual([[null, [true]]]);
  });

  test("of two calls that are held together each waits by itself, and their step until both are answered", () => {
    const held = (call: string): [By, JsonObject] => ["engine", { kind: "held", call, why: "destructive", title: "" }];
    const call = { kind: "tool", tool: "send", args: {}, after: [], needs: [] };
    const both = { kind: "call", calls: ["a", "b"].map((id) => ({ ...call, id })), text: "" };
    const events = [said("Two"), decided([2], both), held("3.a"), held("3.b"), answer("4", { refuse: true })];
    const [turn] = log(...events);
    expect(turn?.questions.map(({ held, open }) => [held?.id, open])).toEqual([
      ["3.a", false],
      ["3.b", true],
    ]);
    expect(turn?.nodes[0]?.look).toBe("asks");
  });

  const choices = [
    { id: "a", label: "Apples", detail: "" },
    { id: "b", label: "Pears", detail: "" },
  ];

  test("an open one waits in its turn", () => {
    const [turn] = log(said("Fruit"), decided([2], asks("Which?", choices)));
    expect(turn?.questions.map(({ open, choices }) => [open, choices.length])).toEqual([[true, 2]]);
  });

  test("the reply begins the next turn, in the words of the choice", () => {
    const turns = log(
      said("Fruit"),
      decided([2], asks("Which?", choices)),
      answer("3", { choice: "b" }),
      decided([4], says("Pears it is")),
    );
    expect(read(turns)).toEqual([
      ["Fruit", []],
      ["Pears", ["Pears it is"]],
    ]);
    expect(turns[0]?.questions[0]?.open).toBe(false);
    expect(turns[1]?.replies?.text).toBe("Which?");
    expect(new Set(turns.map(({ key }) => key)).size).toBe(2);
  });

  test("two questions in a row are three turns, and only the last one works", () => {
    const turns = log(
      said("Fruit"),
      decided([2], asks("Which?")),
      answer("3", { text: "Pears" }),
      decided([4], asks("How many?")),
      answer("5", { text: "Two" }),
    );
    expect(turns.map(({ said, working }) => [said?.text, working])).toEqual([
      ["Fruit", false],
      ["Pears", false],
      ["Two", true],
    ]);
  });

  test("one that a new message took the place of is not answered", () => {
    const turns = log(
      said("Fruit"),
      decided([2], { ...asks("Which?"), lasts: false }),
      said("Never mind"),
      ["engine", { kind: "closed", question: "3", code: "superseded" }],
      decided([4], says("All right")),
    );
    expect(read(turns)).toEqual([
      ["Fruit", []],
      ["Never mind", ["All right"]],
    ]);
    expect(turns[0]?.questions[0]?.open).toBe(false);
  });
});

describe("ends", () => {
  test("a stop is told with who wanted it", () => {
    const stopped: [By, JsonObject] = ["person", { kind: "stopped", scope: "/", code: "user" }];
    const taken: JsonObject = { kind: "returned", call: "3.a", ok: false, value: null, code: "cancelled", text: "" };
    const gone: [By, JsonObject] = ["engine", { ...taken, took_ms: null }];
    const [turn] = log(said("Hello"), decided([2], calls, "search"), stopped, gone);
    expect(turn?.answers.map(({ trouble, code }) => [trouble, code])).toEqual([["stopped", "user"]]);
    expect(turn?.working).toBe(false);
  });

  test("a fault is told as one", () => {
    const [turn] = log(said("Hello"), [
      "engine",
      { kind: "faulted", code: "planner_broke", text: "It broke.", took: [2] },
    ]);
    expect(turn?.answers.map(({ trouble, text }) => [trouble, text])).toEqual([["fault", "It broke."]]);
  });

  test("a call that came back leaves its step done", () => {
    const [turn] = log(said("Hello"), decided([2], calls, "search"), back, decided([4], says("Found"), "answer"));
    expect(turn?.nodes.map(({ name, look }) => [name, look])).toEqual([
      ["search", "done"],
      ["answer", "done"],
    ]);
  });
});

test("an empty log has no turns", () => expect(log()).toEqual([]));

test("a turn that the views hold only in part is not shown, the last one always is", () => {
  const talk = Array.from({ length: 260 }, (_, at) => [said(`m${at}`), decided([2 + 2 * at], says(`a${at}`))]).flat();
  const turns = log(...talk);
  expect(turns.length).toBeGreaterThan(190);
  expect(turns.length).toBeLessThan(260);
  for (const turn of turns) expect(turn.answers.map(({ text }) => text)).toEqual([turn.said?.text.replace("m", "a")]);
  const steps = new Steps().state();
  const transcript = new Transcript().state();
  expect(cutAt(steps, transcript)).toBe(0);
  const busy = Array.from({ length: 450 }, (_, at) => decided(at > 0 ? [] : [2], says(`s${at}`, false)));
  expect(log(said("all"), ...busy).map((turn) => turn.said?.text)).toEqual(["all"]);
});
