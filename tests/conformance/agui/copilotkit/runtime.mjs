// CopilotKit's own runtime in front of our assistant: node runtime.mjs AGENT PORT FOLDER, which also serves the page.
import { HttpAgent } from "@ag-ui/client";
import { CopilotRuntime, InMemoryAgentRunner } from "@copilotkit/runtime/v2";
import { createCopilotNodeListener } from "@copilotkit/runtime/v2/node";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const [agent, port, folder] = process.argv.slice(2);
const runtime = new CopilotRuntime({ agents: { default: new HttpAgent({ url: agent }) }, runner: new InMemoryAgentRunner() });
const answered = createCopilotNodeListener({ runtime, basePath: "/api/copilotkit" });
const media = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  if (pathname.startsWith("/api/")) return answered(request, response);
  const file = pathname === "/" ? "index.html" : pathname.slice(1);
  const body = await readFile(join(folder, file)).catch(() => null);
  response.writeHead(body ? 200 : 404, { "Content-Type": media[extname(file)] ?? "text/plain" }).end(body ?? "");
}).listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
