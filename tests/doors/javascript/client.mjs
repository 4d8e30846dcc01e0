// Asks an agent with the SDK's own client, over one binding in one version, and prints what its user would see as JSON.
// Usage: node client.mjs URL_OF_THE_AGENT BINDING VERSION QUESTION UNCLEAR
import { randomUUID } from "node:crypto";
import { sdk } from "./sdk.mjs";

const { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory, RestTransportFactory } =
  sdk("@a2a-js/sdk/client");
const { Role, TaskState } = sdk("@a2a-js/sdk");

const [url, binding, version, question, unclear] = process.argv.slice(2);
const legacyCompat = { enabled: true };

async function met() {
  const card = await new DefaultAgentCardResolver().resolve(url);
  const supportedInterfaces = card.supportedInterfaces.filter(
    (one) => one.protocolBinding === binding && one.protocolVersion === version,
  );
  const transports = [new JsonRpcTransportFactory({ legacyCompat }), new RestTransportFactory({ legacyCompat })];
  const client = await new ClientFactory({ transports }).createFromAgentCard({ ...card, supportedInterfaces });
  return { card, client };
}

function words(text, taskId = "", contextId = "") {
  const parts = [{ content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" }];
  const said = { messageId: randomUUID(), role: Role.ROLE_USER, parts, taskId, contextId };
  const message = { ...said, metadata: undefined, extensions: [], referenceTaskIds: [] };
  return { tenant: "", message, configuration: undefined, metadata: undefined };
}

const text = (holder) =>
  (holder?.parts ?? []).map(({ content }) => (content.$case === "text" ? content.value : "")).join("");
const state = (status) => TaskState[status.state].replace("TASK_STATE_", "");
const seen = (task) => ({
  id: task.id,
  state: state(task.status),
  asks: text(task.status.message),
  answer: task.artifacts.map(text).join(""),
});

async function streamed(client, request) {
  const events = [];
  for await (const { payload } of client.sendMessageStream(request)) {
    const { $case: kind, value } = payload;
    events.push({
      kind,
      task: value.id ?? value.taskId,
      state: value.status ? state(value.status) : "",
      text: text(value.artifact),
    });
  }
  return events;
}

const { card, client } = await met();
const sent = await client.sendMessage(words(question));
const followed = await streamed(client, words(question));
const asked = await client.sendMessage(words(unclear));
const answered = await client.sendMessage(words(question, asked.id, asked.contextId));
const left = await client.sendMessage(words(unclear));
const cancelled = await client.cancelTask({ tenant: "", id: left.id, metadata: undefined });
const got = await client.getTask({ tenant: "", id: sent.id, historyLength: undefined });
const missing = await client.getTask({ tenant: "", id: "nothing", historyLength: undefined }).catch((error) => error);
const told = {
  card: { name: card.name, skills: card.skills.map((skill) => skill.id), streams: card.capabilities.streaming },
  version: client.protocolVersion,
  sent: seen(sent),
  got: { ...seen(got), history: got.history.map(text) },
  followed,
  asked: seen(asked),
  answered: seen(answered),
  left: seen(left),
  cancelled: seen(cancelled),
  missing: `${missing.name}: ${missing.message}`,
};
console.log(JSON.stringify(told));
