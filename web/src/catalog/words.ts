/** The catalog's function `words`: a text that a server gives in several languages, in the one the reader chose. */
import { computed, createFunctionImplementation, getValue, setValue, signal } from "@a2ui/web_core/v0_9";
import { nothing } from "lit";
import { z } from "zod";
import { inTheirs } from "../i18n/words.ts";

const language = signal("nl");

/** Follows the reader's choice; every text on every surface changes with it. */
export function speak(chosen: string): void {
  setValue(language, chosen);
}

/** The language each text was told in last: the reader's, or English where the text does not have that. */
const told = new Map<string, string>();

export const words = createFunctionImplementation(
  { name: "words", returnType: "string", schema: z.object({ nl: z.string(), en: z.string() }).catchall(z.string()) },
  (texts) =>
    computed(() => {
      const reader = getValue(language);
      const text = inTheirs(texts, reader) ?? texts.nl;
      told.set(text, reader in texts ? reader : "en");
      return text;
    }),
);

/** The language of a text of a surface where it is not the reader's, so that it is read aloud as what it is. */
export function langOf(text: unknown): string | typeof nothing {
  const code = typeof text === "string" ? told.get(text) : undefined;
  return code === undefined || code === getValue(language) ? nothing : code;
}
