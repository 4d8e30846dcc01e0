/** The catalog's function `words`: a text that a server gives in several languages, in the one the reader chose. */
import { computed, createFunctionImplementation, getValue, setValue, signal } from "@a2ui/web_core/v0_9";
import { z } from "zod";
import { inTheirs } from "../i18n/words.ts";

const language = signal("nl");

/** Follows the reader's choice; every text on every surface changes with it. */
export function speak(chosen: string): void {
  setValue(language, chosen);
}

export const words = createFunctionImplementation(
  { name: "words", returnType: "string", schema: z.object({ nl: z.string(), en: z.string() }).catchall(z.string()) },
  (texts) => computed(() => inTheirs(texts, getValue(language)) ?? texts.nl),
);
