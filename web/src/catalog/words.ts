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

/** Texts that were told in English because the reader's language was not among them. */
const english = new Set<string>();

export const words = createFunctionImplementation(
  { name: "words", returnType: "string", schema: z.object({ nl: z.string(), en: z.string() }).catchall(z.string()) },
  (texts) =>
    computed(() => {
      const reader = getValue(language);
      const text = inTheirs(texts, reader) ?? texts.nl;
      if (!(reader in texts)) english.add(text);
      return text;
    }),
);

/** The language of a text of a surface where it is not the reader's, so that it is read aloud as what it is. */
export function langOf(text: unknown): string | typeof nothing {
  return getValue(language) !== "en" && typeof text === "string" && english.has(text) ? "en" : nothing;
}
