// Calls an agent of ours with the JavaScript SDK's client: `node javascript_caller.mjs URL VERSION WORDS`.
// WORDS is a file of messages, said one after the other in one task; prints what came of each.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sdk } from "../../doors/javascript/sdk.mjs";

const { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } = sdk("@a2a-js/sdk/client");
const { Role, TaskState } = sdk("@a2a-js/sdk");

const [url, version, file] = process.argv.slice(2);
const card = await new DefaultAgentCardResolver().resolve(`${url}/`, ".well-known/agent-card.json");
const supportedInterfaces = card.supportedInterfaces.filter(
  (one) => one.protocolBinding === "JSONRPC" && one.protocolVersion === version,
);
const transports = [new JsonRpcTransportFactory({ legacyCompat: { enabled: true } })];
const client = await new ClientFactory({ transports }).createFromAgentCard({ ...card, supportedInterfaces });

const text = (holder) => (holder?.parts ?? []).map(({ content }) => (content.$case === "text" ? content.value : "")).join("");
const heard = [];
let task = { id: "", contextId: "" };
for (const words of JSON.parse(readFileSync(file, "utf8"))) {
  const part = { content: { $case: "text", value: words }, metadata: undefined, filename: "", mediaType: "" };
  const of = { taskId: task.id, contextId: task.contextId, extensions: [], referenceTaskIds: [], metadata: undefined };
  const message = { messageId: randomUUID(), role: Role.ROLE_USER, parts: [part], ...of };
  task = await client.sendMessage({ tenant: "", message, configuration: undefined, metadata: undefined });
  const artifacts = task.artifacts ?? [];
  heard.push({
    task: task.id,
    state: TaskState[task.status.state].replace("TASK_STATE_", "").toLowerCase().replace("_", "-"),
    text: [text(task.status.message), ...artifacts.map(text)].join("\n"),
    files: artifacts.flatMap(({ parts }) => parts.map(({ filename }) => filename).filter(Boolean)),
  });
}
console.log(JSON.stringify(heard));
