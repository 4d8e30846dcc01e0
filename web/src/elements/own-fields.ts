/** The values of the platform's own contract in the reader's words: its schemas name them for programs. */
import type { Key } from "../i18n/words.ts";
import { type Json, type JsonObject, isObject, objectOf } from "../transport/json.ts";

const OURS: Readonly<Record<string, Key>> = {
  task_base_url: "sent.agent",
  site: "sent.site",
  skill_id: "sent.skill",
  parameters: "sent.values",
  contextual_query_text: "sent.words",
  task_id: "sent.task",
  context_id: "sent.talk",
  look: "sent.look",
  cancel: "sent.cancel",
};
/** Tools whose only value is an address. */
const ADDRESS: Readonly<Record<string, Key>> = { url: "sent.agent" };

/** What is sent without the site of a card that is the very address it goes to. */
export function saidOnce({ site, ...rest }: JsonObject): JsonObject {
  return site === undefined || site === rest["task_base_url"] ? rest : { ...rest, site };
}

/** The schema of what is sent with titles for those values; of what calls no agent of others it is as it was. */
export function inOurWords(tool: string, input: Json, args: JsonObject, say: (key: Key) => string): Json {
  const properties = objectOf(objectOf(input)["properties"]);
  const calls = "task_base_url" in properties || "task_base_url" in args;
  const ours = tool === "allow_local_agent" ? ADDRESS : calls ? OURS : {};
  const titled = Object.entries(ours)
    .filter(([name]) => name in properties || name in args)
    .map(([name, key]) => {
      const field = properties[name];
      return [name, { ...(isObject(field) ? field : { type: typeof args[name] }), title: say(key) }] as const;
    });
  if (titled.length === 0) return input;
  return { ...objectOf(input), properties: { ...properties, ...Object.fromEntries(titled) } };
}
