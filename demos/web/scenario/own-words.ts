/** What the workbench itself said of a run, in the reader's language: a record has it in English, or in that of its scenario. */
import found from "../../src/loket_demos/scenario/data/finding_words.json";
import sentences from "../../src/loket_demos/scenario/data/own_words.json";
import { langIn } from "../../../web/src/i18n/tongue.ts";
import { objectOf, textOf } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import type { Story } from "./story.ts";

type Spoken = keyof (typeof sentences)["script.step"];
type Said = Readonly<Record<Spoken, string>>;

const PLACE = /\{(\w+)\}/g;
/** What may stand in a place: a sentence of a model with any other word there is its own. */
const VALUES: Readonly<Record<string, string>> = { n: "\\d+", most: "[\\d.e+]+", tool: "[a-z][\\w.-]*" };
const SPECIAL = /[.*+?^$()|[\]\\]/g;
/** The sentences in each of their languages, as what they look like in a record. */
const KNOWN = known(sentences);
/** What is wrong with a scenario, as the server says it. */
const FINDINGS = known(found.findings);
const KINDS: Readonly<Record<string, Said | undefined>> = found.kinds;

/** The sentence for this reader; null for what somebody else said. */
export function inOwnWords(text: string, language: string, sentences = KNOWN): string | null {
  for (const { said, form } of sentences) {
    const parts = form.exec(text)?.groups;
    const spoken = spokenIn(language);
    const put = (_: string, name: string): string => KINDS[parts?.[name] ?? ""]?.[spoken] ?? parts?.[name] ?? "";
    if (parts || form.test(text)) return said[spoken].replace(PLACE, put);
  }
  return null;
}

/** What is wrong with a scenario, for this reader; English where it is a sentence that we don't have. */
export function saidWrong(text: string, language: string): unknown {
  return inOwnWords(text, language, FINDINGS) ?? shell.html`<span lang="en">${text}</span>`;
}

/** The same to be drawn: what a model or a scenario gave as a reason stays as it is, and says in which language. That of
 * the scenario is the usual one. */
export function saidWhy(text: string, language: string, story: Story): unknown {
  const usual = textOf(objectOf(story.run["metadata"])["language"]) || "en";
  return inOwnWords(text, language) ?? shell.html`<span lang=${langIn(text, usual)}>${text}</span>`;
}

function known(sentences: Readonly<Record<string, Said>>): readonly { readonly said: Said; readonly form: RegExp }[] {
  return Object.values(sentences).flatMap((said) =>
    Object.values(said).map((template) => ({ said, form: new RegExp(`^${shapeOf(template)}$`, "su") })),
  );
}

function spokenIn(language: string): Spoken {
  const short = language.split("-")[0] ?? "";
  return short === "nl" || short === "de" || short === "pt" ? short : "en";
}

function shapeOf(template: string): string {
  return template.replace(SPECIAL, "\\$&").replace(PLACE, (_, name: string) => `(?<${name}>${VALUES[name] ?? ".+"})`);
}
