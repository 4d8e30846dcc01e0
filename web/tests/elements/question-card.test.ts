/** A question's card: its own digits, its own buttons. */
import { render } from "lit";
import { beforeEach, expect, test } from "vitest";
import { pressDigit, questionCard, unsentCard } from "../../src/elements/question-card.ts";
import type { Question } from "../../src/state/timeline.ts";
import type { CallLine } from "../../src/wire.ts";

const given: unknown[] = [];
const page = document.createElement("div");

function draw(question: Question): void {
  const asking = {
    reader: { language: "nl", say: (key: string) => key },
    answer: (payload: unknown) => given.push(payload),
  };
  render(questionCard(question, asking), page);
  for (const button of page.querySelectorAll("button")) button.checkVisibility = () => true;
}

function ask(...ids: string[]): Question {
  return { id: "3", text: "?", open: true, choices: ids.map((id) => ({ id, label: id, detail: "" })), held: null };
}

const HELD = { id: "8.a", tool: "post", args: {}, args_cut: false, reason: "" } as unknown as CallLine;
const held: Question = { id: "9", text: "", open: true, choices: [], held: HELD };

function digit(at: Element, key = "1", repeat = false): boolean {
  const event = new KeyboardEvent("keydown", { key, repeat, bubbles: true });
  Object.defineProperty(event, "target", { value: at });
  return pressDigit(event);
}

beforeEach(() => {
  given.length = 0;
  document.body.replaceChildren(page);
});

test("a digit chooses in the card that has the focus, and nowhere else", () => {
  draw(ask("a", "b"));
  const card = page.querySelector("section") as HTMLElement;
  expect([digit(document.body), digit(card, "3"), digit(card, "1", true)]).toEqual([false, false, false]);
  expect(given).toEqual([]);
  expect(digit(card, "2")).toBe(true);
  expect(given).toEqual([{ choice: "b" }]);
});

test.each([["a held call", held] as const, ["a choice of yes and no", ask("yes", "no")] as const])(
  "no digit consents to %s",
  (_, question) => {
    draw(question);
    const card = page.querySelector("section") as HTMLElement;
    for (const key of ["1", "2"]) expect(digit(card, key)).toBe(false);
    expect(given).toEqual([]);
  },
);

test("the focus on a choice does not become the focus on the next question", () => {
  draw(ask("a", "b"));
  const first = page.querySelector("button") as HTMLElement;
  first.focus();
  expect(document.activeElement).toBe(first);
  draw({ ...ask("c", "d"), id: "7" });
  expect(first.isConnected).toBe(false);
  expect(page.contains(document.activeElement)).toBe(false);
});

test.each([["destructive", "question.held"] as const, ["fork", "question.forked"] as const])(
  "a call that is held for %s says so, and so does the card of one that is over",
  (held_why, said) => {
    const question = { ...held, held: { ...HELD, held_why } };
    draw(question);
    expect(page.querySelector(".question-text span:last-child")?.textContent).toBe(said);
    render(unsentCard(question, { reader: { language: "nl", say: (key: string) => key } }), page);
    expect(page.querySelector(".question-text span:last-child")?.textContent).toBe(said);
  },
);
