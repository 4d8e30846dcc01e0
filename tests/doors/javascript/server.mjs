// A rowing club's agent made with the SDK's server classes, in one version; prints its address once it listens.
// Usage: node server.mjs VERSION stream|whole|call
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { sdk } from "./sdk.mjs";

const {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} = sdk("@a2a-js/sdk/server");
const { LegacyJsonRpcTransportHandler } = sdk("@a2a-js/sdk/compat/v0_3/server");
const { AGENT_CARD_PATH, Role, SSE_HEADERS, TaskState, formatSSEEvent } = sdk("@a2a-js/sdk");

const [version, way] = process.argv.slice(2);

const part = (content) => ({ content, metadata: undefined, filename: "", mediaType: "" });
const text = (value) => part({ $case: "text", value });
const data = (value) => part({ $case: "data", value });

/** Keeps webhooks as the SDK does. */
class Webhooks extends InMemoryPushNotificationStore {
  known = false;

  async save(...given) {
    await super.save(...given);
    this.known = true;
  }
}

class RowingClub {
  heard = 0;

  async execute({ userMessage, taskId, contextId, task }, bus) {
    this.heard += 1;
    const said = userMessage.parts.map(({ content }) => (content.$case === "text" ? content.value : "")).join("");
    const given = userMessage.parts.find(({ content }) => content.$case === "data")?.content.value;
    const of = { taskId, contextId, metadata: undefined };
    const told = (state, words) => {
      const at = {
        messageId: `${taskId}-${this.heard}`,
        role: Role.ROLE_AGENT,
        extensions: [],
        referenceTaskIds: [],
      };
      const message = words && { ...at, ...of, parts: [text(words)] };
      bus.publish(AgentEvent.statusUpdate({ ...of, status: { state, message, timestamp: new Date().toISOString() } }));
    };
    const status = { state: TaskState.TASK_STATE_SUBMITTED, message: undefined, timestamp: undefined };
    const fresh = { id: taskId, contextId, artifacts: [], history: [userMessage], metadata: undefined };
    bus.publish(AgentEvent.task({ ...(task ?? fresh), status })); // a task comes first, also one that is known
    told(TaskState.TASK_STATE_WORKING);
    const day = given?.parameters?.day ?? (task ? said : "");
    if (way === "call") await looked.promise; // so that nothing but a call tells that it is done
    if (day === "Monday") {
      told(TaskState.TASK_STATE_FAILED, "The boathouse is closed on Monday.");
    } else if (day) {
      const parts = [text(`Heron is free on ${day}.`), data({ boat: "Heron", day, heard: this.heard })];
      const artifact = {
        artifactId: "boat",
        name: "boat",
        description: "",
        parts,
        metadata: undefined,
        extensions: [],
      };
      bus.publish(AgentEvent.artifactUpdate({ ...of, artifact, append: false, lastChunk: true }));
      told(TaskState.TASK_STATE_COMPLETED);
    } else {
      told(TaskState.TASK_STATE_INPUT_REQUIRED, "On which day?");
    }
    bus.finished();
  }

  async cancelTask() {}
}

function cardAt(url) {
  const skill = { id: "boat_free", name: "Boat availability", description: "Tells which boats are free on a day." };
  const modes = { inputModes: [], outputModes: [], securityRequirements: [] };
  return {
    name: "Oar and Anchor",
    description: "A rowing club.",
    version: "1.0.0",
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: version, tenant: "" }],
    capabilities: {
      streaming: way === "stream",
      pushNotifications: way === "call",
      extensions: [],
      extendedAgentCard: false,
    },
    skills: [{ ...skill, ...modes, tags: ["rowing"], examples: ["Is a boat free on Sunday?"] }],
    defaultInputModes: ["text/plain", "application/json"],
    defaultOutputModes: ["text/plain", "application/json"],
    securitySchemes: {},
    securityRequirements: [],
    signatures: [],
  };
}

const server = createServer(async (request, response) => {
  if (request.method === "GET") {
    const known = request.url === `/${AGENT_CARD_PATH}`;
    response.writeHead(known ? 200 : 404, { "Content-Type": "application/json" });
    return response.end(JSON.stringify(known ? card : {}));
  }
  const requestedVersion = request.headers["a2a-version"] ?? "0.3";
  const asked = await json(request);
  const answer = await transport.handle(asked, new ServerCallContext({ requestedVersion }));
  if (Symbol.asyncIterator in answer) {
    response.writeHead(200, SSE_HEADERS);
    for await (const event of answer) response.write(formatSSEEvent(event));
    return response.end();
  }
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify(answer));
  if (webhooks.known && ["GetTask", "tasks/get"].includes(asked.method)) looked.resolve();
});
await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
const base = `http://127.0.0.1:${server.address().port}`;
const card = cardAt(`${base}/a2a`);
const webhooks = new Webhooks();
const looked = Promise.withResolvers();
const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new RowingClub(), undefined, webhooks);
const transport = version === "0.3" ? new LegacyJsonRpcTransportHandler(handler) : new JsonRpcTransportHandler(handler);
console.log(base);
