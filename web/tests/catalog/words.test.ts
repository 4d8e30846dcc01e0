/** A text of a surface comes in the reader's language, else in English and marked as that. */
import { type DataContext, getValue, type Signal } from "@a2ui/web_core/v0_9";
import { nothing } from "lit";
import { expect, test } from "vitest";
import { langOf, speak, words } from "../../src/catalog/words.ts";

const context = {} as DataContext;
const said = (texts: Record<string, string>): string => getValue(words.execute(texts, context) as Signal<string>);

test("a reader whose language a text has reads it unmarked", () => {
  const texts = { nl: "Wissen", en: "Clear", de: "Leeren" };
  for (const [language, text] of Object.entries(texts)) {
    speak(language);
    expect(said(texts)).toBe(text);
    expect(langOf(text)).toBe(nothing);
  }
});

test("a reader whose language it lacks reads English, marked as English until it is read by others", () => {
  const texts = { nl: "Start", en: "Start" };
  speak("de");
  expect(said(texts)).toBe("Start");
  expect(langOf("Start")).toBe("en");
  speak("nl");
  expect(said(texts)).toBe("Start");
  expect(langOf("Start")).toBe(nothing);
  expect(langOf("never said")).toBe(nothing);
});
