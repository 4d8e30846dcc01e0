/** Says things in the reader's language, which comes when it is read. What is said stands in a file a language; a key that one
 * of them lacks does not compile. */
import type later from "./later/nl.json";
import type nl from "./nl.json";

export type Key = keyof typeof nl | keyof typeof later;
export type Values = Readonly<Record<string, string | number>>;
export type Language = "nl" | "en" | "de" | "pt-BR";

type Catalog = Readonly<Record<Key, string>>;

const SOURCES: Readonly<Record<Language, () => Promise<{ default: typeof nl }>>> = {
  nl: () => import("./nl.json"),
  en: () => import("./en.json"),
  de: () => import("./de.json"),
  "pt-BR": () => import("./pt-BR.json"),
};
/** What only talks, maps and the event log say. */
const LATER: Readonly<Record<Language, () => Promise<{ default: typeof later }>>> = {
  nl: () => import("./later/nl.json"),
  en: () => import("./later/en.json"),
  de: () => import("./later/de.json"),
  "pt-BR": () => import("./later/pt-BR.json"),
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

let all: Promise<unknown> | null = null;

/** Fetches a language: what is said everywhere, and the rest too once something was there that says it. */
export async function learn(language: Language): Promise<void> {
  const first = (await SOURCES[language]()).default;
  const rest = all ? (await LATER[language]()).default : null;
  CATALOGS[language] = { ...first, ...rest } as Catalog;
}

/** Fetches what talks, maps and the event log say, in every language that was fetched: before any of them is drawn. */
export function learnAll(): Promise<unknown> {
  const learned = Object.keys(CATALOGS) as Language[];
  all ??= Promise.all(learned.map(learn)).catch((error: unknown) => {
    all = null;
    throw error;
  });
  return all;
}

/** The sentence with its {values} filled in; `{count|line|lines}` is the word that goes with the number. In Switzerland,
 * whose German has no ß, it is spelt without. */
export function say(language: Language, key: Key, values: Values = {}, spoken = ""): string {
  const text = CATALOGS[language][key];
  return (spoken.endsWith("-CH") ? text.replaceAll("ß", "ss") : text).replace(
    PLACE,
    (whole, name: string, one?: string, many?: string) => {
      if (one !== undefined) return Number(values[name]) === 1 ? one : (many ?? "");
      return String(values[name] ?? whole);
    },
  );
}

/** What an assistant says in several languages, in the reader's; whoever it does not know is more likely to read English. */
export function inTheirs(texts: Readonly<Record<string, string>>, language: string): string | undefined {
  return texts[language] ?? texts["en"];
}

/** The language that `inTheirs` answers in where it is not the reader's; undefined where it is. */
export function langOfTheirs(texts: Readonly<Record<string, string>>, language: string): string | undefined {
  return language in texts || !("en" in texts) ? undefined : "en";
}
