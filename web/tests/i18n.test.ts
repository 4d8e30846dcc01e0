/** Every catalog says everything, with the same places to fill in; what an assistant did not translate is still said. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { CATALOGS, inTheirs, type Key, LANGUAGES, say } from "../src/i18n/words.ts";

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
/** A single word may be the same in two languages; a phrase that is was not translated. */
const isPhrase = (text: string): boolean =>
  text
    .replace(/\{\w+\}/g, "")
    .trim()
    .split(" ").length > 1;

describe.each(LANGUAGES.map(([code]) => code))("%s", (code) => {
  const { nl } = CATALOGS;
  const catalog = CATALOGS[code];

  test("has the keys of all the others, in the same order", () => {
    expect(Object.keys(catalog)).toEqual(Object.keys(nl));
  });

  test.each(Object.keys(nl) as Key[])("%s", (key) => {
    expect(catalog[key].trim()).toBe(catalog[key]);
    expect(catalog[key]).not.toBe("");
    expect(places(catalog[key])).toEqual(places(nl[key]));
    if (code !== "nl" && isPhrase(nl[key])) expect(catalog[key]).not.toBe(nl[key]);
  });

  test("its dates are of the language itself", () => {
    expect(new Intl.Locale(say(code, "date.locale")).language).toBe(new Intl.Locale(code).language);
  });

  test("is known to the script that runs before everything", () => {
    const script = readFileSync(resolve(import.meta.dirname, "../public/assets/theme.js"), "utf8");
    expect(script).toContain(`"${code}"`);
  });
});

test("values are filled in, and what is missing stays visible", () => {
  expect(say("nl", "log.count", { count: 3 })).toBe("3 regels");
  expect(say("pt-BR", "log.count", { count: 3 })).toBe("3 linhas");
  expect(say("en", "log.count")).toBe("{count} lines");
});

test("a word goes with its number", () => {
  expect(say("nl", "log.count", { count: 1 })).toBe("1 regel");
  expect(say("nl", "field.tooLong", { over: 1, limit: 20 })).toContain("1 teken te lang");
  expect(say("de", "field.tooLong", { over: 1, limit: 20 })).toContain("1 Zeichen zu lang");
  expect(say("pt-BR", "field.tooLong", { over: 2, limit: 20 })).toContain("2 caracteres a mais");
});

test("who reads a language that an assistant does not speak is given its English", () => {
  const texts = { nl: "Vraag", en: "Question", "pt-BR": "Pergunta" };
  expect(inTheirs(texts, "pt-BR")).toBe("Pergunta");
  expect(inTheirs(texts, "de")).toBe("Question");
  expect(inTheirs({}, "de")).toBeUndefined();
});
