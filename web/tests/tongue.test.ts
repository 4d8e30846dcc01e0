/** The language of a text is heard from its small words, and never a wrong one: "" is an answer, too. */
import { expect, test } from "vitest";
import { spokenIn } from "../src/chat/spoken.ts";
import { langIn, tongueOf } from "../src/i18n/tongue.ts";
import { CATALOGS } from "../src/i18n/words.ts";

test.each(Object.entries(CATALOGS))("no sentence of the shell in %s is heard as another language", (code, catalog) => {
  const texts = Object.values(catalog).map((text) => text.replaceAll(/\{[^}]*\}/g, "X"));
  expect(texts.filter((text) => !["", code].includes(tongueOf(text)))).toEqual([]);
  const long = texts.filter((text) => text.split(" ").length > 8);
  expect(long.filter((text) => tongueOf(text) === code).length / long.length).toBeGreaterThan(0.97);
});

test.each([
  ["Das Team U10 Lions hat noch zwei Plätze für ein Kind von 10 Jahren.", "de"],
  ["Good news: the U10 Lions have 2 places for a 10-year-old.", "en"],
  ["Wij weten uw vermogen niet. Dat telt ook mee.", "nl"],
  ["O time U10 Lions ainda tem duas vagas para uma criança de 10 anos.", "pt-BR"],
  ["Adresse Langendorfstrasse 19b, 4500 Solothurn zentriert.", ""],
  ["https://example.org/de/das/ist/ein", ""],
  ["", ""],
])("%s", (text, code) => {
  expect(tongueOf(text)).toBe(code);
  expect(langIn(text, "de")).toBe(code || "de");
});

test("a turn is held in the language of the person, where the assistant has it, else goes on as before", () => {
  const said = (...texts: string[]): { said: { text: string } | null }[] =>
    texts.map((text) => ({ said: text ? { text } : null }));
  const turns = said(
    "Lade die Wildtierkorridore",
    "Go to the town hall in Messen",
    "Zuchwil",
    "",
    "Onde fica a prefeitura de Messen? Você pode mostrar?",
    "Zeige mir die Karte mit den Gemeinden",
  );
  const info = { own: "de", languages: { en: { title: "", summary: "", starters: [] } } };
  expect(spokenIn(turns, info)).toEqual(["de", "en", "en", "en", "en", "de"]);
  expect(spokenIn(turns, { ...info, own: "de-CH" }).at(-1)).toBe("de-CH");
  expect(spokenIn(turns, undefined)).toEqual(["", "", "", "", "", ""]);
});
