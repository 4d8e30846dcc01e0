/** Every state that a task may have has words of its own, in each dialect's spelling and in each language. */
import { expect, test } from "vitest";
import { lookOf, standard, stateOf } from "../../../demos/web/scenario/states.ts";
import { de } from "../../../demos/web/scenario/words/de.ts";
import { en } from "../../../demos/web/scenario/words/en.ts";
import { nl } from "../../../demos/web/scenario/words/nl.ts";
import { ptBR } from "../../../demos/web/scenario/words/pt-BR.ts";

const STATES = [
  "submitted",
  "working",
  "input-required",
  "completed",
  "failed",
  "canceled",
  "rejected",
  "auth-required",
];

test.each([en, nl, de, ptBR])("each has a label that no other has", (words) => {
  const labels = ["", ...STATES, "unknown"].map((state) => stateOf(state, (key) => words[key]));
  expect(labels.every(Boolean)).toBe(true);
  expect(new Set(labels).size).toBe(labels.length);
});

test.each(STATES)("%s is known however it is spelt", (state) => {
  const spelt = `TASK_STATE_${state.toUpperCase().replaceAll("-", "_")}`;
  expect([standard(state), standard(spelt), standard(state.replaceAll("-", "_"))]).toEqual([state, state, state]);
  expect(lookOf(spelt)).toBe(lookOf(state));
});

test("what nobody knows is said to be unknown", () => {
  expect(stateOf("on-holiday", (key) => en[key])).toBe(en["state.unknown"]);
  expect(lookOf("on-holiday")).toBe("stopped");
});
