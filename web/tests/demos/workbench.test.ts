/** What the workbench makes of a log and keeps in a browser: both panes, the draft that waits, the keys. */
import { html, nothing } from "lit";
import { beforeEach, expect, test } from "vitest";
import { lean } from "../../../demos/web/shell.ts";
import type { Config } from "../../../demos/web/scenario/config.ts";
import { Run } from "../../../demos/web/scenario/run.ts";
import { scenarioOf } from "../../../demos/web/scenario/scenario.ts";
import * as stored from "../../../demos/web/scenario/stored.ts";
import { Story } from "../../../demos/web/scenario/story.ts";
import { LogBook } from "../../src/log/book.ts";
import type { Shell } from "../../src/modules/shell.ts";
import type { Conversation } from "../../src/state/conversation.ts";
import type { Api } from "../../src/transport/api.ts";
import type { Json, JsonObject } from "../../src/wire.ts";

// What draws leans on the shell, which a page gives to a module before it reads the rest of it.
lean({ html, nothing, draw: { iconOf: () => nothing } } as unknown as Shell);
const { Config: Choices } = await import("../../../demos/web/scenario/config.ts");
const { Server } = await import("../../../demos/web/scenario/server.ts");

function record(seq: number, event: JsonObject, by = "planner"): JsonObject {
  return { v: 2, seq, at: "2026-11-23T08:00:00Z", by, cause: null, scope: "/", key: null, event };
}

/** A message to the agent that waits for a person. */
const HELD: readonly JsonObject[] = [
  record(1, { kind: "started", settings: { run: { me: { agentId: "asker" }, begun: true } } }, "person"),
  record(2, {
    kind: "decided",
    reasoning: "It is time.",
    action: { kind: "call", calls: [{ id: "a", tool: "sendMessage", args: { text: "Hello" } }] },
  }),
  record(3, { kind: "held", call: "2.a" }, "engine"),
];

beforeEach(() => localStorage.clear());

test("a draft waits until it is answered, and the reason stays with the words as they were sent", () => {
  const story = new Story();
  for (const one of HELD) story.take(one);
  expect(story.draft).toEqual({ question: "3", call: "2.a", args: { text: "Hello" }, reasoning: "It is time." });
  story.take(record(3, { kind: "answered", to: "3", approve: true }, "person"));
  expect(story.draft, "a record that was seen changes nothing").not.toBeNull();
  story.take(record(4, { kind: "answered", to: "3", edit: { text: "Good day" } }, "person"));
  expect([story.draft, story.reasonOf("2.a")]).toEqual([null, "It is time."]);
});

test("a run that is left listens no more, and a filter is followed by what comes", async () => {
  const records = HELD.map((one) => one);
  const read = (after: number) =>
    Promise.resolve({ items: records.slice(after), first: after + 1, last: records.length, more: false });
  const log = new LogBook(read);
  const run = new Run({ log, presence: "ready" } as unknown as Conversation);
  log.reach(HELD.length);
  while (!run.whole) await new Promise<void>((resolve) => void run.subscribe(resolve));
  expect([run.story.begun, run.story.draft?.question]).toEqual([true, "3"]);
  run.lines.filter(new Set(["agent_message"]), new Set(), "");
  expect(run.lines.rows).toBe(0);
  log.take(record(4, { kind: "agent_said", agent: "a", message_id: "m", text: "Hello to you" }, "agent"));
  expect([run.lines.rows, run.story.back.at(-1)?.payload["text"]]).toEqual([1, "Hello to you"]);
  run.close();
  log.take(record(5, { kind: "agent_said", agent: "a", message_id: "n", text: "Are you there?" }, "agent"));
  expect([log.head, run.story.upto, run.lines.rows]).toEqual([5, 4, 1]);
});

test("roles are kept by address, tools by address and agent, and nothing is confused", () => {
  const [here, there] = ["https://a.example/ü.json", "https://b.example/x.json"];
  expect([stored.rolesFor(here), stored.toolsFor(here, "asker")]).toEqual([null, null]);
  stored.keepRoles(here, { planner: "asker", counterpart: "clerk" });
  stored.keepTools(here, "asker", []);
  stored.keepTools(here, "clerk", ["a", "b"]);
  expect(stored.rolesFor(here)).toEqual({ planner: "asker", counterpart: "clerk" });
  expect([stored.toolsFor(here, "asker"), stored.toolsFor(here, "clerk")]).toEqual([[], ["a", "b"]]);
  expect([stored.rolesFor(there), stored.toolsFor(there, "asker")]).toEqual([null, null]);
  expect(stored.ofBase64url(stored.base64url(here))).toBe(here);
  localStorage.setItem(`a2a.scenario.sel.${stored.base64url(here)}`, "[broken");
  expect(stored.rolesFor(here)).toBeNull();
});

test("another browser gets what it lacks, keeps what it has, and says what changes", () => {
  const changes: string[] = [];
  stored.keep(stored.ENDPOINT, "https://mine.example");
  stored.mirrored(
    { [stored.ENDPOINT]: "https://old.example", [stored.MODE]: "auto", "a2a.session.x": { taskId: "t" } },
    (name) => changes.push(name),
  );
  expect([stored.read(stored.ENDPOINT), stored.read(stored.MODE)]).toEqual(["https://mine.example", "auto"]);
  expect(stored.read("a2a.session.x")).toBe('{"taskId":"t"}');
  stored.keep(stored.MODE, "auto");
  stored.keep(stored.MODE, "approve");
  expect(changes).toEqual([stored.MODE]);
});

test("a scenario is read bare and in its envelope, in names of today and of before", () => {
  const agent = {
    agentId: "a",
    principal: { name: "Ada" },
    initialMessage: "Hello",
    tools: [{ toolName: "end", endsConversation: true }],
  };
  const bare = { metadata: { id: "x", title: "X" }, agents: [agent] };
  expect(scenarioOf({ config: bare })).toEqual(scenarioOf(bare));
  const [only] = scenarioOf(bare).agents;
  expect([only?.opening, only?.tools[0]?.ends]).toEqual(["Hello", "neutral"]);
});

const SCENARIO = {
  metadata: { id: "x", title: "X" },
  agents: [{ agentId: "asker", tools: [{ toolName: "look" }, { toolName: "end" }] }, { agentId: "clerk" }],
  variants: [
    { id: "well", title: "All goes well" },
    { id: "badly", ends: "failure" },
  ],
};
const ADDRESS = "https://a.example/x.json";

/** The steps before a run, over a server that has one scenario. */
async function opened(link?: string): Promise<Config> {
  const ask = (path: string): Promise<Json> =>
    Promise.resolve(path === "/api/scenario/load" ? SCENARIO : path === "/api/llm/providers" ? [] : {});
  const config = new Choices(new Server({ base: "", ask } as unknown as Api));
  await config.open(link);
  while (config.address && config.loading !== "here")
    await new Promise<void>((resolve) => void config.subscribe(resolve));
  return config;
}

test("the course of events and who plays the tools go into the run, the link, and the next visit", async () => {
  const config = await opened();
  config.setAddress(ADDRESS, true);
  await config.load();
  expect([config.variant, config.planner, [...config.tools]]).toEqual(["", "asker", ["look", "end"]]);
  expect(stored.read(`a2a.scenario.sel.${stored.base64url(ADDRESS)}`)).toBe("");
  config.setVariant("badly");
  config.setOptions({ oracle: "small", limits: { messages: 4 } });
  config.setTools(["look"]);
  expect(config.choice).toMatchObject({ variant: "badly", attachModel: "small", toolsOff: ["end"], agent: "asker" });
  expect(localStorage.getItem("a2a.attach.model")).toBe("small");
  const again = await opened();
  expect([again.variant, again.options.oracle, again.options.limits, [...again.tools]]).toEqual([
    "badly",
    "small",
    { messages: 4 },
    ["look"],
  ]);
  const { link } = again;
  localStorage.clear();
  stored.keep(stored.ORACLE_MODEL, "other");
  const carried = await opened(link);
  expect(carried.choice).toEqual(again.choice);
  carried.setVariant("well");
  expect([carried.variant, stored.rolesFor(ADDRESS)]).toEqual(["", { planner: "asker", counterpart: "clerk" }]);
  carried.setVariant("badly");
  carried.setPlanner("clerk");
  expect(carried.choice).toMatchObject({ agent: "clerk", counterpart: "asker", variant: "badly" });
});

test("how a run stands is kept by the address of its agent, for the run that was begun there last", () => {
  const agent = "https://agent.example/a2a";
  const settings = { run: { me: { agentId: "asker" }, endpoint: agent, begun: true } };
  const log = new LogBook(() => Promise.resolve({ items: [], first: 1, last: 0, more: false }));
  const run = new Run({ id: "r1", log, presence: "ready" } as unknown as Conversation);
  stored.keepSession(agent, { conversation: "r1", frontDraft: "It is ab" });
  log.take(record(1, { kind: "started", settings }, "person"));
  log.take(record(2, { kind: "user_said", text: "Go on" }, "person"));
  const kept = { conversation: "r1", taskId: "", status: "", plannerStarted: true, frontDraft: "It is ab" };
  expect(stored.sessionAt(agent)).toMatchObject({ ...kept, front: [{ role: "user", text: "Go on" }] });
  stored.keepSession(agent, { conversation: "r2", frontDraft: "" });
  log.take(record(3, { kind: "user_said", text: "And on" }, "person"));
  expect(stored.sessionAt(agent)).toMatchObject({ conversation: "r2", front: [], frontDraft: "" });
  run.close();
});

test("files that come by themselves after the agent's words stand with those words, each of them once", () => {
  const story = new Story();
  const file = { name: "permit.md", media: "text/markdown", blob: { sha256: "ab", size: 3 } };
  const said = { kind: "agent_said", agent: "", task: "t" };
  story.take(record(1, { ...said, message_id: "m", text: "It is granted.", files: [file] }, "agent"));
  story.take(
    record(2, { ...said, message_id: "artifact", text: "", files: [file, { ...file, name: "map.png" }] }, "agent"),
  );
  expect(story.back.map(({ payload }) => [payload["text"], payload["attachments"]])).toMatchObject([
    ["It is granted.", [{ name: "permit.md" }, { name: "map.png" }]],
  ]);
  expect(story.events.length).toBe(2);
});
