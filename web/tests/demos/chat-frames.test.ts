/** The mission's client reads a reply to the same message however its stream is cut, by names alone and by ids. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AgentExecution,
  type ChatMessage,
  interrupted,
  isSilent,
  read,
  ReplyReader,
} from "../../../demos/web/chat-frames.ts";
import type { JsonObject } from "../../src/wire.ts";

const FOLDER = resolve(import.meta.dirname, "../../../tests/relocation/replies");
const STREAMS = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name.replace(".sse", ""), readFileSync(`${FOLDER}/${name}`, "utf-8")]),
);
const SEED: Record<string, readonly string[]> = {
  message_start: [],
  token: ["token"],
  agent_start: ["agent_name", "agent_label", "task"],
  agent_token: ["agent_name", "token"],
  agent_tool_use_start: ["agent_name", "tool_call_id", "tool_name", "tool_input"],
  agent_tool_use_result: ["agent_name", "tool_call_id", "result"],
  agent_end: ["agent_name", "result_summary"],
  tool_use_start: ["tool_call_id", "tool_name", "tool_input"],
  tool_use_result: ["tool_call_id", "result"],
  message_end: [],
  error: ["error"],
};
const EMPTY: ChatMessage = { id: "1", role: "assistant", content: "" };

function framesOf(stream: string): JsonObject[] {
  return stream
    .split("\n\n")
    .filter(Boolean)
    .map((one) => JSON.parse(one.slice(6)) as JsonObject);
}

function whole(stream: string): ChatMessage {
  const reader = new ReplyReader(EMPTY);
  reader.push(new TextEncoder().encode(stream));
  expect(reader.skipped).toBe(0);
  return reader.end();
}

/** The stream as a server of the seed would send it: no other frames and no other fields. */
function bare(stream: string): string {
  return framesOf(stream)
    .filter((frame) => String(frame["type"]) in SEED)
    .map((frame) => {
      const fields = SEED[String(frame["type"])] ?? [];
      const kept = Object.fromEntries(["type", ...fields].map((name) => [name, frame[name]]));
      return `data: ${JSON.stringify(kept)}\n\n`;
    })
    .join("");
}

describe.each(Object.keys(STREAMS))("%s", (name) => {
  const stream = STREAMS[name] ?? "";
  const bytes = new TextEncoder().encode(stream);

  test("however it is cut, whatever its line ends", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(parts, fc.boolean(), (sizes, crlf) => {
        const given = crlf ? new TextEncoder().encode(stream.replaceAll("\n", "\r\n")) : bytes;
        const reader = new ReplyReader(EMPTY);
        for (let at = 0, turn = 0; at < given.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          reader.push(given.slice(at, at + size));
          at += size;
        }
        expect(reader.end()).toEqual(whole(stream));
      }),
      { numRuns: 40 },
    );
  });

  test("cut off anywhere, nothing goes on running and nothing is made up", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (at) => {
        const reader = new ReplyReader(EMPTY);
        reader.push(bytes.slice(0, at));
        const message = reader.end();
        for (const agent of message.agentExecutions ?? []) {
          expect(agent.status).not.toBe("running");
          for (const call of agent.toolCalls) expect(call.status).not.toBe("calling");
        }
        expect(whole(stream).content.startsWith(message.content)).toBe(true);
        expect(message.interrupted === true).toBe(!reader.ended);
      }),
      { numRuns: 60 },
    );
  });

  test("by names alone it is the same as by ids", () => {
    const plain = (agent: AgentExecution): object => ({
      name: agent.agentName,
      task: agent.task,
      calls: agent.toolCalls,
      summary: agent.resultSummary,
    });
    const [known, guessed] = [whole(stream), whole(bare(stream))];
    expect(guessed.content).toBe(known.content);
    expect(guessed.agentExecutions?.map(plain)).toEqual(known.agentExecutions?.map(plain));
    expect(guessed.toolCalls).toEqual(known.toolCalls);
  });

  test("told again from its beginning it is the same", () => {
    const reader = new ReplyReader(EMPTY);
    reader.push(bytes.slice(0, bytes.lastIndexOf(10, bytes.length / 2) + 1));
    reader.push(new TextEncoder().encode("\n\n"));
    reader.push(bytes);
    expect(reader.end()).toEqual(whole(stream));
  });
});

test("one agent twice at once: each frame reaches the card of its delegation, however the two are mixed", () => {
  const card = (call: string): JsonObject[] => [
    { type: "agent_start", agent_name: "visa_agent", agent_label: "Vistos", task: call, tool_call_id: call },
    {
      type: "agent_tool_use_start",
      agent_name: "visa_agent",
      tool_call_id: `${call}.1`,
      tool_name: "search",
      tool_input: { call },
      agent_call_id: call,
    },
    {
      type: "agent_tool_use_result",
      agent_name: "visa_agent",
      tool_call_id: `${call}.1`,
      result: { call },
      agent_call_id: call,
    },
    { type: "agent_end", agent_name: "visa_agent", result_summary: call, tool_call_id: call, status: "done" },
  ];
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (order) => {
      const queues = [card("a"), card("b")] as const;
      let message = EMPTY;
      for (const second of order) {
        const frame = queues[second ? 1 : 0].shift() ?? queues[second ? 0 : 1].shift();
        if (frame) message = read(message, frame);
      }
      const agents = message.agentExecutions ?? [];
      expect(agents.map((agent) => agent.task).toSorted()).toEqual(["a", "b"]);
      for (const { task, toolCalls, resultSummary, status } of agents) {
        expect([resultSummary, status]).toEqual([task, "done"]);
        expect(toolCalls.map((call) => [call.id, call.result, call.status])).toEqual([
          [`${task}.1`, { call: task }, "done"],
        ]);
      }
    }),
  );
});

test("frames of any shape change a message into a message", () => {
  const type = fc.constantFrom(...Object.keys(SEED), "text_block_gone", "heartbeat", "else");
  const odd = fc.oneof(fc.constantFrom("visa_agent", "1", ""), fc.jsonValue({ maxDepth: 1 }));
  const names = ["agent_name", "agent_call_id", "tool_call_id", "token", "result", "tool_input", "text_block_id"];
  const frame = fc.record(
    { type, ...Object.fromEntries(names.map((name) => [name, odd])) },
    { requiredKeys: ["type"] },
  );
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 20 }), (frames) => {
      const message = frames.reduce((before, one) => read(before, one as JsonObject), EMPTY);
      const text = (message.pieces ?? []).map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
      expect(message.content).toBe(text);
      const running = (interrupted(message).agentExecutions ?? []).filter((agent) => agent.status === "running");
      expect(running).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("what nobody can read is counted and skipped", () => {
  const reader = new ReplyReader(EMPTY);
  const lines = ["{", "[]", "{}", '{"type":1}', '{"type":"token","token":"oi"}'].map((data) => `data: ${data}\n\n`);
  reader.push(new TextEncoder().encode(lines.join("")));
  expect([reader.skipped, reader.message.content]).toEqual([4, "oi"]);
});

test("what is stored in the middle of a reply has its cards when the page is loaded again, and none of them runs", () => {
  const stream = STREAMS["one_agent"] ?? "";
  const at = stream.indexOf("data: ", stream.indexOf("agent_tool_use_start"));
  const reader = new ReplyReader(EMPTY);
  const stored = JSON.stringify(reader.push(new TextEncoder().encode(stream.slice(0, at))));
  const [agent] = (JSON.parse(stored) as ChatMessage).agentExecutions ?? [];
  expect([agent?.status, agent?.toolCalls[0]?.status]).toEqual(["running", "calling"]);
  const loaded = interrupted(JSON.parse(stored) as ChatMessage);
  expect([loaded.agentExecutions?.[0]?.status, loaded.agentExecutions?.[0]?.toolCalls[0]?.status]).toEqual([
    "error",
    "error",
  ]);
  expect([loaded.interrupted, loaded.content, loaded.agentExecutions?.[0]?.task]).toEqual([
    true,
    "Vou perguntar.",
    "Documentos?",
  ]);
});

test("a reply is silent until it says or does something", () => {
  expect(isSilent(EMPTY)).toBe(true);
  const start = { type: "agent_start", agent_name: "visa_agent", agent_label: "Vistos", task: "?" };
  expect(isSilent(read(EMPTY, start))).toBe(false);
  expect(isSilent(read(EMPTY, { type: "token", token: "o" }))).toBe(false);
});
