/** Says things in the reader's language. A key that a catalog lacks does not compile. */
import { en } from "./en.ts";
import { nl } from "./nl.ts";

export type Key = keyof typeof nl;
export type Values = Readonly<Record<string, string | number>>;

const CATALOGS: Readonly<Record<"nl" | "en", Readonly<Record<Key, string>>>> = { nl, en };

/** The sentence with its {values} filled in. */
export function say(language: "nl" | "en", key: Key, values: Values = {}): string {
  return CATALOGS[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
