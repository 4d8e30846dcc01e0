/** Both catalogs say everything, with the same places to fill in. */
import { expect, test } from "vitest";
import { en } from "../src/i18n/en.ts";
import { nl } from "../src/i18n/nl.ts";
import { type Key, say } from "../src/i18n/words.ts";

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

test.each(Object.keys(nl) as Key[])("%s", (key) => {
  expect(nl[key]).not.toBe("");
  expect(en[key]).not.toBe("");
  expect(places(en[key])).toEqual(places(nl[key]));
});

test("values are filled in, and what is missing stays visible", () => {
  expect(say("nl", "log.count", { count: 3 })).toBe("3 regels");
  expect(say("en", "log.count")).toBe("{count} lines");
});
