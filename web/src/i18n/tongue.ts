/** In which language a text is, heard from its small words: records keep what was said, not in which language. */
import { nothing } from "lit";
import type { Language } from "./words.ts";

/** Words that carry no meaning, and that every longer text has: by them a language is heard. */
const SMALL: Readonly<Record<Language, string>> = {
  nl: `de het een en van is dat die niet zijn voor met op er aan te ook als bij naar dan nog om door over wel maar u uw wij
    we deze dit geen wordt worden kan moet heeft hebt hebben staat wat waar hoe kunt uit of meer ik mijn zo daarna hier in`,
  en: `the of and to a in is that it for on with as are this be by you your not or from at have has can can't don't what
    which there an was we they will if no its how do does more who my i one it's isn't here any about`,
  de: `der die das und ist nicht ein eine zu den mit von für auf dem des sich im in es sie ihr ihre ihren ihnen auch als an
    bei nach wird werden kann oder aus dass noch wie über sind keine kein keinen zum zur einen einem einer wir wenn haben
    hat was diese dieser dieses wurde ich mein hier nur um`,
  "pt-BR": `o a os as de do da dos das e é que não um uma em no na para com por se mais você sua seu suas ou ao à às pelo
    pela está são foi tem isso este esta esse nos nas mas como quando qual eu meu minha aqui ainda só`,
};
/** Letters that hardly any other of these languages has. */
const LETTERS: readonly (readonly [RegExp, Language])[] = [
  [/[äöüß]/i, "de"],
  [/[ãõç]/i, "pt-BR"],
];
/** So much must speak for a language, and so much more than for any other. */
const ENOUGH = 1.5;
const CLEARLY = 1;
/** Beyond this a text says nothing new about its language. */
const MOST_WORDS = 120;
const MOST_KEPT = 2000;
const EDGES = /^[^\p{L}]+|[^\p{L}]+$/gu;

const speaking = new Map<string, Language[]>();
for (const [code, words] of Object.entries(SMALL) as [Language, string][])
  for (const word of words.split(/\s+/)) speaking.set(word, [...(speaking.get(word) ?? []), code]);

const heard = new Map<string, Language | "">();

/** The language of a text; "" when its words don't say. */
export function tongueOf(text: string): Language | "" {
  const known = heard.get(text);
  if (known !== undefined) return known;
  const tongue = listen(text);
  if (heard.size >= MOST_KEPT) heard.clear();
  heard.set(text, tongue);
  return tongue;
}

/** The `lang` of a text: what is heard in it, else the usual one; nothing when that is not known. */
export function langIn(text: string, usual: string): string | typeof nothing {
  return tongueOf(text) || usual || nothing;
}

function listen(text: string): Language | "" {
  const scores = new Map<Language, number>();
  const add = (code: Language, worth: number): unknown => scores.set(code, (scores.get(code) ?? 0) + worth);
  for (const word of text.toLowerCase().split(/\s+/, MOST_WORDS)) {
    const codes = speaking.get(word.replace(EDGES, "").replace("’", "'")) ?? [];
    for (const code of codes) add(code, 1 / codes.length);
  }
  for (const [letters, code] of LETTERS) if (letters.test(text)) add(code, 0.5);
  const [first, second] = [...scores].sort(([, one], [, other]) => other - one);
  if (!first || first[1] < ENOUGH || first[1] - (second?.[1] ?? 0) < CLEARLY) return "";
  return first[0];
}
