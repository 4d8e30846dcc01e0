/** Says the demos' own sentences in the reader's language; a key that a language lacks does not compile. */
import type { Reader } from "./shell.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { nl } from "./words/nl.ts";
import { ptBR } from "./words/pt-BR.ts";

export type Key = keyof typeof nl;
export type Say = (key: Key, values?: Readonly<Record<string, string>>) => string;

const WORDS: Readonly<Record<string, Readonly<Record<Key, string>>>> = { nl, en, de, "pt-BR": ptBR };
export const LOCALES: Readonly<Record<string, string>> = { nl: "nl-NL", en: "en-GB", de: "de-DE", "pt-BR": "pt-BR" };

/** Sentences for this reader, with their {values} filled in. */
export function sayFor({ language }: Pick<Reader, "language">): Say {
  return (key, values = {}) =>
    (WORDS[language] ?? en)[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
