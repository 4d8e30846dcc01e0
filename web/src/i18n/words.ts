/** Says things in the reader's language, which comes when it is read. What is said stands in a file a language; a key that one
 * of them lacks does not compile. */
import type nl from "./nl.json";

export type Key = keyof typeof nl;
export type Values = Readonly<Record<string, string | number>>;
export type Language = "nl" | "en" | "de" | "pt-BR";

type Catalog = Readonly<Record<Key, string>>;

const SOURCES: Readonly<Record<Language, () => Promise<{ default: Catalog }>>> = {
  nl: () => import("./nl.json"),
  en: () => import("./en.json"),
  de: () => import("./de.json"),
  "pt-BR": () => import("./pt-BR.json"),
};
/** The languages that were fetched; nothing is said in any other. */
export const CATALOGS = {} as Record<Language, Catalog>;
/** Each language by the name its readers know it by. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["nl", "Nederlands"],
  ["en", "English"],
  ["de", "Deutsch"],
  ["pt-BR", "Português"],
];

const PLACE = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/** Fetches a language, once. */
export async function learn(language: Language): Promise<void> {
  CATALOGS[language] ??= (await SOURCES[language]()).default;
}

/** The sentence with its {values} filled in; `{count|line|lines}` is the word that goes with the number. */
export function say(language: Language, key: Key, values: Values = {}): string {
  return CATALOGS[language][key].replace(PLACE, (whole, name: string, one?: string, many?: string) => {
    if (one !== undefined) return Number(values[name]) === 1 ? one : (many ?? "");
    return String(values[name] ?? whole);
  });
}

/** What an assistant says in several languages, in the reader's; whoever it does not know is more likely to read English. */
export function inTheirs(texts: Readonly<Record<string, string>>, language: string): string | undefined {
  return texts[language] ?? texts["en"];
}

/** The language that `inTheirs` answers in where it is not the reader's; undefined where it is. */
export function langOfTheirs(texts: Readonly<Record<string, string>>, language: string): string | undefined {
  return language in texts || !("en" in texts) ? undefined : "en";
}
