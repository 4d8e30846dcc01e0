// A side of a scenario made with the JavaScript SDK: `node javascript.mjs TURNS VERSION LOG PORT`.
// TURNS is a file of turns, each said once a message comes in a task; LOG gets the id of each message that came.
import { appendFileSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { sdk } from "../../doors/javascript/sdk.mjs";

const { AgentEvent, DefaultRequestHandler, InMemoryTaskStore, JsonRpcTransportHandler, ServerCallContext } =
  sdk("@a2a-js/sdk/server");
const { LegacyJsonRpcTransportHandler } = sdk("@a2a-js/sdk/compat/v0_3/server");
const { AGENT_CARD_PATH, Role, SSE_HEADERS, TaskState, formatSSEEvent } = sdk("@a2a-js/sdk");

const [file, version, log, port] = process.argv.slice(2);
const turns = JSON.parse(readFileSync(file, "utf8"));

const part = (content, filename = "", mediaType = "") => ({ content, metadata: undefined, filename, mediaType });

class Scripted {
  said = new Map();

  async execute({ userMessage, taskId, contextId, task }, bus) {
    appendFileSync(log, `${JSON.stringify({ id: userMessage.messageId, task: taskId })}\n`);
    const of = { taskId, contextId, metadata: undefined };
    const submitted = { state: TaskState.TASK_STATE_SUBMITTED, message: undefined, timestamp: undefined };
    const fresh = { id: taskId, contextId, artifacts: [], history: [userMessage], metadata: undefined };
    bus.publish(AgentEvent.task({ ...(task ?? fresh), status: submitted }));
    const at = this.said.get(taskId) ?? 0;
    this.said.set(taskId, at + 1);
    const turn = turns[at];
    const files = turn?.files.map((one) =>
      part({ $case: "raw", value: Buffer.from(one.text) }, one.name, one.media),
    );
    const parts = turn && [part({ $case: "text", value: turn.text }), ...files];
    const message = turn && {
      messageId: `${taskId}-${at}`,
      role: Role.ROLE_AGENT,
      extensions: [],
      referenceTaskIds: [],
      ...of,
      parts,
    };
    const over = !turn || turn.end;
    const state = over ? TaskState.TASK_STATE_COMPLETED : TaskState.TASK_STATE_INPUT_REQUIRED;
    bus.publish(AgentEvent.statusUpdate({ ...of, status: { state, message, timestamp: new Date().toISOString() } }));
    bus.finished();
  }

  async cancelTask() {}
}

const url = `http://127.0.0.1:${port}/a2a`;
const modes = { inputModes: [], outputModes: [], securityRequirements: [], examples: [] };
const card = {
  name: "Scripted side",
  description: "Plays one side of a scenario.",
  version: "1.0.0",
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: version, tenant: "" }],
  capabilities: { streaming: true, pushNotifications: false, extensions: [], extendedAgentCard: false },
  skills: [{ id: "talk", name: "Talk", description: "Talks.", tags: ["talk"], ...modes }],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  securitySchemes: {},
  securityRequirements: [],
  signatures: [],
};
const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Scripted());
const transport = version === "0.3" ? new LegacyJsonRpcTransportHandler(handler) : new JsonRpcTransportHandler(handler);
createServer(async (request, response) => {
  if (request.method === "GET") {
    const known = request.url === `/${AGENT_CARD_PATH}`;
    response.writeHead(known ? 200 : 404, { "Content-Type": "application/json" });
    return response.end(JSON.stringify(known ? card : {}));
  }
  const requestedVersion = request.headers["a2a-version"] ?? "0.3";
  let asked;
  try {
    asked = await json(request);
  } catch {
    response.writeHead(400);
    return response.end();
  }
  const answer = await transport.handle(asked, new ServerCallContext({ requestedVersion }));
  if (Symbol.asyncIterator in answer) {
    response.writeHead(200, SSE_HEADERS);
    for await (const event of answer) response.write(formatSSEEvent(event));
    return response.end();
  }
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify(answer));
}).listen(Number(port), "127.0.0.1");
