/** What a question says that it has understood: only what its words name. */
import { expect, test } from "vitest";
import { keptIn } from "../../src/chat/kept-values.ts";

function kept(text: string, slots: Record<string, string | number>): string[] {
  return keptIn({ text, wants: { skill: "join", slots, missing: [] } }).map(({ name, value }) => `${name}: ${value}`);
}

test("a value is kept where the words of the question name it, and a day however it is written", () => {
  expect(kept("Shall I? (age: 8, day: 20 March 2030)", { age: 8, day: "2030-03-20", note: "Ann" })).toEqual([
    "Age: 8",
    "Day: 2030-03-20",
  ]);
});

test.each([
  ["on 18 June", 8],
  ["at 8.30", 30.5],
  ["for the U12", "U1"],
  ["C++", "c.+"],
])("what is only a part of %s is not named", (text, value) => {
  expect(kept(text, { value })).toEqual([]);
});
