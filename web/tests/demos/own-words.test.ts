/** The workbench's own sentences are known again in a record, whatever stands in their places, and said in another language. */
import { expect, test } from "vitest";
import sentences from "../../../demos/src/loket_demos/scenario/data/own_words.json";
import { inOwnWords } from "../../../demos/web/scenario/own-words.ts";

const VALUES: Readonly<Record<string, string>> = { n: "12", most: "2.5", tool: "make_paper", tools: "a, b" };

function filled(template: string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => VALUES[name] ?? "lamps (a. b)");
}

test.each(Object.entries(sentences))("%s", (_, said) => {
  const places = Object.values(said).map((one) => [...one.matchAll(/\{\w+\}/g)].map(String).sort());
  for (const one of places) expect(one).toEqual(places[0]);
  for (const one of Object.values(said)) expect(inOwnWords(filled(one), "nl")).toBe(filled(said.nl));
  expect(inOwnWords(filled(said.en), "pt-BR")).toBe(filled(said.pt));
});

test("what somebody else said is not ours", () => {
  for (const text of [
    "She ended it.",
    "I must know.",
    "",
    "A question is open. And more.",
    "Goal one was not said yet.",
  ])
    expect(inOwnWords(text, "nl")).toBeNull();
});
