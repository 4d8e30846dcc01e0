/** Says the workbench's own sentences in the reader's language; a key that a language lacks does not compile. */
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { nl } from "./words/nl.ts";
import { ptBR } from "./words/pt-BR.ts";

export type Key = keyof typeof en;
export type Words = Readonly<Record<Key, string>>;

const WORDS: Readonly<Record<string, Words>> = { nl, en, de, "pt-BR": ptBR };

/** Sentences with their {values} filled in. */
export function sayFor({ language }: { readonly language: string }) {
  return (key: Key, values: Readonly<Record<string, string | number>> = {}): string =>
    (WORDS[language] ?? en)[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
