/** What was checked of an agent's card, each with its reason in words: the way to it, its signature, its pin, its form. */
import type { Key, Values } from "../i18n/words.ts";
import { listOf, objectOf, textOf } from "../transport/json.ts";
import type { Agent } from "./agents.ts";

/** `note`: nothing is wrong, and a person should know. */
export type Verdict = "good" | "note" | "bad";

export interface Check {
  readonly verdict: Verdict;
  /** The sentence in the reader's language, or the server's own when we have none for it. */
  readonly key: Key | null;
  readonly values: Values;
  readonly text: string;
}

/** One thing that a card said differently before. */
export interface Difference {
  readonly what: string;
  readonly was: string;
  readonly now: string;
}

const ODDITIES: ReadonlySet<string> = new Set([
  "not_there",
  "no_description",
  "no_version",
  "no_skills",
  "no_url",
  "skill_no_description",
  "skill_no_examples",
  "skill_no_parameters",
  "skill_bad_schema",
  "skill_same_id",
  "skill_alike",
]);

/** All checks, those that need a person first. `day` writes a moment as people read it. */
export function checksOf(agent: Agent, day: (iso: string) => string): Check[] {
  const found = [...wayOf(agent), signatureOf(agent), ...pinOf(agent, day), ...formOf(agent)];
  const order: readonly Verdict[] = ["bad", "note", "good"];
  return found.filter((one) => one !== null).sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
}

export function differencesOf(agent: Agent): Difference[] {
  return listOf(agent.facts["differences"])
    .map(objectOf)
    .map((one) => ({ what: textOf(one["what"]), was: textOf(one["was"]), now: textOf(one["now"]) }));
}

function check(verdict: Verdict, key: Key, values: Values = {}): Check {
  return { verdict, key, values, text: "" };
}

function wayOf({ address, facts }: Agent): Check[] {
  const other = textOf(facts["other_origin"]);
  const ways = listOf(facts["spoken"]).map(textOf).filter(Boolean);
  const login = listOf(facts["login"])
    .map((one) => textOf(one) || textOf(objectOf(one)["name"]))
    .filter(Boolean);
  return [
    check(/^https:/i.test(address) ? "good" : "note", /^https:/i.test(address) ? "check.https" : "check.http"),
    ...("other_origin" in facts
      ? [other ? check("bad", "check.elsewhere", { site: other }) : check("good", "check.atHome")]
      : []),
    ...("spoken" in facts
      ? [ways.length > 0 ? check("good", "check.spoken", { ways: ways.join(", ") }) : check("bad", "check.unspoken")]
      : []),
    ...(login.length > 0 ? [check("note", "check.login", { ways: login.join(", ") })] : []),
  ];
}

function signatureOf({ facts }: Agent): Check | null {
  const signature = objectOf(facts["signature"]);
  const unsigned = listOf(signature["unsigned"]).map(textOf).join(", ");
  switch (signature["state"]) {
    case "valid":
      return check("good", signature["source"] === "configured" ? "check.signedKnown" : "check.signedSite");
    case "partly":
      return check("note", "check.signedPartly", { unsigned });
    case "no_key":
      return check("note", "check.noKey");
    case "invalid":
      return check("bad", "check.badSignature");
    case "none":
      return check("note", "check.unsigned");
    default:
      return null;
  }
}

function pinOf({ facts }: Agent, day: (iso: string) => string): Check[] {
  const pin = objectOf(facts["pin"]);
  const values = { date: day(textOf(pin["since"])) };
  switch (pin["state"]) {
    case "new":
      return [check("note", "check.pinNew")];
    case "same":
      return [check("good", pin["agreed"] === true ? "check.pinAgreed" : "check.pinSame", values)];
    case "changed":
      return [check("bad", "check.pinChanged", values)];
    default:
      return [];
  }
}

/** What is odd about the card; sentences we have no words for stand as the server wrote them. */
function formOf({ facts }: Agent): Check[] {
  const sentences = listOf(facts["warnings"]).map(textOf);
  const odd = listOf(facts["oddities"]).map(objectOf);
  if (!("warnings" in facts)) return [];
  if (sentences.length === 0) return [check("good", "check.whole")];
  return sentences.flatMap((text, at): Check[] => {
    const code = textOf(odd[at]?.["code"]);
    // That no way to it is known is said above already.
    if (code === "no_way") return [];
    if (!ODDITIES.has(code)) return [{ verdict: "note", key: null, values: {}, text }];
    const values = { about: textOf(odd[at]?.["about"]), other: textOf(odd[at]?.["other"]) };
    return [check("note", `odd.${code}` as Key, values)];
  });
}
