// What a user of the JavaScript SDK reads: `node javascript.mjs URL WORDS FOLDER BINDING VERSION`; FOLDER has the SDK, 1.3 or
// 0.3. Imports nothing of ours.
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";

const [url, words, folder, binding, version] = process.argv.slice(2);
const sdk = createRequire(`${folder}/package.json`);
const { ClientFactory, ...client } = sdk("@a2a-js/sdk/client");
const lines = (holder) =>
  (holder?.parts ?? []).map((part) => part.text ?? (part.content?.$case === "text" ? part.content.value : "")).filter(Boolean);

async function asked() {
  if (sdk("@a2a-js/sdk").Role === undefined) {
    const parts = [{ kind: "text", text: words }];
    const of = await new ClientFactory().createFromUrl(`${url}/`);
    return of.sendMessage({ message: { kind: "message", role: "user", messageId: randomUUID(), parts } });
  }
  const legacyCompat = { enabled: true };
  const transports = [
    new client.JsonRpcTransportFactory({ legacyCompat }),
    new client.RestTransportFactory({ legacyCompat }),
  ];
  const card = await new client.DefaultAgentCardResolver().resolve(`${url}/`);
  const supportedInterfaces = card.supportedInterfaces.filter(
    (one) => one.protocolBinding === binding && one.protocolVersion === version,
  );
  const of = await new ClientFactory({ transports }).createFromAgentCard({ ...card, supportedInterfaces });
  const part = { content: { $case: "text", value: words }, metadata: undefined, filename: "", mediaType: "" };
  const none = { taskId: "", contextId: "", extensions: [], referenceTaskIds: [], metadata: undefined };
  const message = { messageId: randomUUID(), role: sdk("@a2a-js/sdk").Role.ROLE_USER, parts: [part], ...none };
  return of.sendMessage({ tenant: "", message, configuration: undefined, metadata: undefined });
}

const task = await asked();
console.log([...lines(task.status.message), ...(task.artifacts ?? []).flatMap(lines)].join("\n"));
