/** The card of a consent: what it says, what can be changed. */
import { render } from "lit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaving } from "../../src/elements/call-words.ts";
import { changedBy, formOf, rowsOf } from "../../src/elements/held-form.ts";
import { inOurWords, saidOnce } from "../../src/elements/own-fields.ts";
import { questionCard } from "../../src/elements/question-card.ts";
import { fieldsOf } from "../../src/elements/schema-fields.ts";
import type { JsonObject } from "../../src/transport/json.ts";
import type { CallLine, HeldLine } from "../../src/wire.ts";

const INPUT = {
  type: "object",
  properties: { day: { type: "string", title: "Day" }, bikes: { type: "integer" }, note: { type: "string" } },
  required: ["day"],
};
const CALL = { id: "8.a", tool: "book", args: { day: "Monday", bikes: 2 }, args_cut: false, reason: "" };
const HELD = { input: INPUT, title: "Book a repair", description: "", source: "shop", place: "", reversible: true };

test("the form has what is there, what may be added, and what no schema names", () => {
  const fields = fieldsOf(formOf(INPUT, { day: "Monday", extra: { a: 1 } }));
  expect(fields.map(({ name, label, initial, kind }) => [name, label, initial, kind])).toEqual([
    ["day", "Day", "Monday", "text"],
    ["extra", "Extra", '{"a":1}', "json"],
    ["bikes", "Bikes", "", "number"],
    ["note", "Note", "", "text"],
  ]);
  expect(fieldsOf(formOf(null, { sure: true })).map(({ kind }) => kind)).toEqual(["yes"]);
});

const PASSED = {
  type: "object",
  properties: {
    task_base_url: { type: "string", readOnly: true },
    parameters: {
      type: "object",
      properties: { title: { type: "string", title: "Title" }, copies: { type: "integer" } },
      required: ["title"],
    },
    words: { type: "string" },
  },
};
const SENT = { task_base_url: "https://club.example", parameters: { title: "Emma", copies: 2 }, words: "please" };

test("what is fixed has no field and stays, and the values inside an object have fields of their own", () => {
  const form = formOf(PASSED, SENT);
  const fields = fieldsOf(form);
  expect(fields.map(({ label, initial, kind, required }) => [label, initial, kind, required])).toEqual([
    ["Title", "Emma", "text", true],
    ["Copies", "2", "number", false],
    ["Words", "please", "text", false],
  ]);
  const [title, copies, words] = fields.map(({ name }) => name) as [string, string, string];
  const as = (edit: Record<string, string | number>): unknown => changedBy(edit, PASSED, SENT);
  expect(JSON.stringify(as({ [title]: "Emma", [copies]: 2, [words]: "please" }))).toBe(JSON.stringify(SENT));
  expect(as({ [title]: "Persuasion" })).toEqual({
    task_base_url: SENT.task_base_url,
    parameters: { title: "Persuasion" },
  });
  expect(changedBy({ [words]: "hi" }, PASSED, {})).toEqual({ words: "hi" });
  expect(rowsOf(PASSED, SENT).map(([label]) => label)).toEqual(["Title", "Copies", "Words", "Task base url"]);
  const both = rowsOf(PASSED, { ...SENT, title: "Sir" }).map(([label]) => label);
  expect(both).toEqual(["Title", "Copies", "Words", "Title (title)", "Task base url"]);
  expect(rowsOf(PASSED, SENT, true)).toEqual([["Task base url", "https://club.example"]]);
});

test("only the mark of our own call is not listed: no schema of somebody else hides an argument", () => {
  const schema = { type: "object", properties: { title: {}, confirmed: { type: "string", format: "digest" } } };
  const args = { title: "Emma", confirmed: "ab".repeat(32) };
  const rows = (tool: string, sent: JsonObject): string[] =>
    rowsOf(schema, leaving(tool, sent)).map(([label]) => label);
  expect(rows("invoke_a2a_agent_skill", args)).toEqual(["Title"]);
  expect(rows("invoke_a2a_agent_skill", { ...args, confirmed: "1234 5678" })).toEqual(["Title", "Confirmed"]);
  expect(rows("shop.book", args)).toEqual(["Title", "Confirmed"]);
});

test("what the platform itself names is in the reader's words, and what a skill names is as its agent has it", () => {
  const say = (key: string): string => key;
  const schema = { properties: { ...PASSED.properties, contextual_query_text: {}, skill_id: {}, task_id: {} } };
  const sent = { ...SENT, contextual_query_text: "Emma?", skill_id: "find" };
  const labels = rowsOf(inOurWords("library__find", schema, sent, say), sent).map(([label]) => label);
  expect(labels).toEqual(["Title", "Copies", "Words", "sent.words", "sent.skill", "sent.agent"]);
  const plain = rowsOf(inOurWords("invoke_a2a_agent_skill", null, sent, say), sent).map(([label]) => label);
  expect(plain).toEqual(["sent.agent", "sent.values", "Words", "sent.words", "sent.skill"]);
  const address = { properties: { url: { type: "string", title: "Address" } } };
  expect(rowsOf(inOurWords("allow_local_agent", address, { url: "u" }, say), { url: "u" })).toEqual([
    ["sent.agent", "u"],
  ]);
  expect(inOurWords("book", { properties: { site: {}, url: {} } }, { site: "a" }, say)).toEqual({
    properties: { site: {}, url: {} },
  });
});

test("the site of a card that is the address itself is said once", () => {
  const here = { task_base_url: "https://a.example", skill_id: "find" };
  expect(saidOnce({ ...here, site: "https://a.example" })).toEqual(here);
  expect(saidOnce({ ...here, site: "https://b.example" })).toEqual({ ...here, site: "https://b.example" });
  expect(saidOnce({ letter: "a" })).toEqual({ letter: "a" });
});

const page = document.createElement("div");
const given: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  given.length = 0;
  document.body.replaceChildren(page);
  const reader = { language: "en", say: (key: string) => key };
  const question = { id: "9", text: "", open: true, choices: [], held: CALL as unknown as CallLine };
  const held = HELD as unknown as HeldLine;
  render(questionCard(question, { reader, held, asker: "The shop", answer: (one) => given.push(one) }), page);
});
afterEach(() => vi.useRealTimers());

function button(label: string): HTMLElement {
  return [...page.querySelectorAll("button")].find((one) => one.textContent?.includes(label)) as HTMLElement;
}

test("it says who asks, where it goes and whether it can be undone, and takes no click that came too early", async () => {
  await vi.advanceTimersByTimeAsync(0);
  expect([...page.querySelectorAll("dt")].slice(0, 3).map((one) => one.textContent)).toEqual([
    "question.who",
    "question.where",
    "question.undo",
  ]);
  button("question.change").click();
  expect(page.querySelector("form")).toBeNull();
  button("question.approve").click();
  expect(given).toEqual([]);
  await vi.advanceTimersByTimeAsync(700);
  button("question.approve").click();
  expect(given).toEqual([{ approve: true }]);
});
