/** The card of a consent: what it says, what can be changed. */
import { render } from "lit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formOf } from "../../src/elements/held-call.ts";
import { questionCard } from "../../src/elements/question-card.ts";
import { fieldsOf } from "../../src/elements/schema-fields.ts";
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
