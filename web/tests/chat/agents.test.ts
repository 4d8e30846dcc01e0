/** What a discovery found, as the page of an agent shows it: a stranger's card, each check with its reason. */
import { describe, expect, test } from "vitest";
import { agentOf, callAt, findingsOf } from "../../src/chat/agents.ts";
import { checksOf, differencesOf } from "../../src/chat/checks.ts";
import { CATALOGS, LANGUAGES, say } from "../../src/i18n/words.ts";
import type { Node } from "../../src/state/timeline.ts";
import type { Json, JsonObject } from "../../src/transport/json.ts";
import type { CallLine, StepsState } from "../../src/wire.ts";

const FOUND: JsonObject = {
  status: "success",
  agent_name: "Bakery",
  agent_description: "Bakes.",
  tasking_base_url: "https://bakery.example",
  available_skills: [
    { id: "bake", parameters_schema: { properties: { loaves: { type: "integer" } } } },
    { id: "talk" },
  ],
  other_origin: "",
  spoken: ["1.0 JSON-RPC"],
  login: [],
  pin: { state: "same", since: "2026-11-01", agreed: false },
  signature: { state: "valid", source: "site" },
  differences: [],
  warnings: [],
  oddities: [],
};

function call(value: Json, more: Partial<CallLine> = {}): CallLine {
  const line = {
    id: "5.a",
    tool: "discover_a2a_agent_capabilities",
    args: { target_url: "https://www.bakery.example/x" },
  };
  return { ...line, ok: true, value, value_cut: false, returned: 6, ...more } as unknown as CallLine;
}

function node(calls: readonly CallLine[]): Node {
  return { calls, runs: [] } as unknown as Node;
}

function verdicts(facts: JsonObject): string[] {
  const agent = agentOf(call({ ...FOUND, ...facts }), { ...FOUND, ...facts });
  if (!agent) throw new Error("no agent");
  return checksOf(agent, (iso) => iso).map(({ verdict, key, text }) => `${verdict} ${key ?? text}`);
}

describe("an agent", () => {
  test("is what a discovery found, with a form only where the card tells what it takes", () => {
    const agent = agentOf(call(FOUND), FOUND);
    expect(agent?.skills.map(({ name, schema }) => [name, schema !== null])).toEqual([
      ["bake", true],
      ["talk", false],
    ]);
  });

  test.each([
    ["nothing", null],
    ["a list", []],
    ["no agent", { ...FOUND, status: "not_found" }],
    ["no skills", { status: "success" }],
    ["skills that are none", { ...FOUND, available_skills: "all" }],
  ])("is not found in %s", (_, value) => expect(agentOf(call(value), value)).toBeNull());

  test("is not what a failed call says", () => expect(agentOf(call(FOUND, { ok: false }), FOUND)).toBeNull());

  test("of strange skills keeps what can be read", () => {
    const value = { ...FOUND, available_skills: [null, 7, { id: 3, tags: "x", examples: [1, "Bake"] }] };
    const skills = agentOf(call(value), value)?.skills ?? [];
    expect(skills.map(({ tags, examples }) => [tags, examples])).toEqual([
      [[], []],
      [[], []],
      [[], ["1", "Bake"]],
    ]);
  });
});

describe("findings", () => {
  test("go by the name of the agent, and by the site when the card is too long for a view", () => {
    expect(findingsOf(node([call(FOUND), call(null, { id: "5.b", value_cut: true })]))).toEqual([
      { call: "5.a", name: "Bakery" },
      { call: "5.b", name: "bakery.example" },
    ]);
  });

  test("are none of another tool's long answers", () => {
    expect(findingsOf(node([call(null, { tool: "read_mail", value_cut: true })]))).toEqual([]);
  });

  test("are looked up by their call", () => {
    const steps = { scopes: [{ steps: [{ calls: [call(FOUND)] }] }] } as unknown as StepsState;
    expect(callAt(steps, "5.a")?.returned).toBe(6);
    expect(callAt(steps, "9.z")).toBeNull();
  });
});

describe("checks", () => {
  test("of a card in good order are all good", () => {
    expect(verdicts({})).toEqual([
      "good check.https",
      "good check.atHome",
      "good check.spoken",
      "good check.signedSite",
      "good check.pinSame",
      "good check.whole",
    ]);
  });

  test("tell first what a person has to decide on", () => {
    const found = verdicts({
      other_origin: "https://ovens.example",
      pin: { state: "changed", since: "2026-11-01" },
      login: ["key apiKey"],
      signature: { state: "none" },
    });
    expect(found.slice(0, 4)).toEqual([
      "bad check.elsewhere",
      "bad check.pinChanged",
      "note check.login",
      "note check.unsigned",
    ]);
  });

  test.each([
    ["partly", "note check.signedPartly"],
    ["no_key", "note check.noKey"],
    ["invalid", "bad check.badSignature"],
    ["none", "note check.unsigned"],
  ])("a signature that is %s", (state, expected) => expect(verdicts({ signature: { state } })).toContain(expected));

  test.each([
    [{ state: "new" }, "note check.pinNew"],
    [{ state: "same", agreed: true }, "good check.pinAgreed"],
  ])("a pin of %j", (pin, expected) => expect(verdicts({ pin })).toContain(expected));

  test("oddities have words; a sentence without a code we know stands as it is, in its place", () => {
    const found = verdicts({
      spoken: [],
      warnings: ["bake has no examples.", "Something new.", "None of the ways is known."],
      oddities: [{ code: "skill_no_examples", about: "bake" }, { code: "brand_new" }, { code: "no_way" }],
    });
    expect(found.filter((one) => !one.startsWith("good"))).toEqual([
      "bad check.unspoken",
      "note odd.skill_no_examples",
      "note Something new.",
    ]);
  });

  test("a result of an older server says nothing about what it does not tell", () => {
    const { pin: _, signature: __, warnings: ___, oddities: ____, spoken: _____, other_origin: ______, ...old } = FOUND;
    const agent = agentOf(call(old), old);
    expect(agent && checksOf(agent, String).map(({ key }) => key)).toEqual(["check.https"]);
  });

  test.each(LANGUAGES.map(([code]) => code))("have a sentence with everything filled in: %s", (code) => {
    const agent = agentOf(call(FOUND), {
      ...FOUND,
      other_origin: "https://o.example",
      warnings: ["a", "b"],
      oddities: [
        { code: "skill_alike", about: "x", other: "y" },
        { code: "no_version", about: "", other: "" },
      ],
      signature: { state: "partly", unsigned: ["name"] },
    });
    const sentences = checksOf(agent!, (iso) => iso).map(({ key, values }) => (key ? say(code, key, values) : ""));
    expect(sentences.every((text) => text !== "" && !text.includes("{"))).toBe(true);
    expect(Object.keys(CATALOGS[code])).toContain("check.pinChanged");
  });
});

test("differences are what changed, what it was and what it is", () => {
  const value = { ...FOUND, differences: [{ what: "version", was: "1", now: "2" }, "odd"] };
  const agent = agentOf(call(value), value);
  expect(agent && differencesOf(agent)).toEqual([
    { what: "version", was: "1", now: "2" },
    { what: "", was: "", now: "" },
  ]);
});
