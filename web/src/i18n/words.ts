/** Says things in the reader's language. A key that a catalog lacks does not compile. */
import { de } from "./de.ts";
import { en } from "./en.ts";
import { nl } from "./nl.ts";
import { ptBR } from "./pt-BR.ts";

export type Key = keyof typeof nl;
export type Values = Readonly<Record<string, string | number>>;
export type Language = "nl" | "en" | "de" | "pt-BR";

export const CATALOGS: Readonly<Record<Language, Readonly<Record<Key, string>>>> = { nl, en, de, "pt-BR": ptBR };
/** Each language by the name its readers know it by. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["nl", "Nederlands"],
  ["en", "English"],
  ["de", "Deutsch"],
  ["pt-BR", "Português (Brasil)"],
];

/** The sentence with its {values} filled in. */
export function say(language: Language, key: Key, values: Values = {}): string {
  return CATALOGS[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What an assistant says in several languages, in the reader's; whoever it does not know is more likely to read English. */
export function inTheirs(texts: Readonly<Record<string, string>>, language: string): string | undefined {
  return texts[language] ?? texts["en"];
}
