// A client of the chat written from the mission's table of events and nothing else: plain fetch, no library of ours.
// Usage: node client.mjs URL TOKEN QUESTION [QUESTION …]; prints what a person would see of each reply, as JSON.
const [url, token, ...questions] = process.argv.slice(2);
const messages = [];

for (const content of questions) {
  messages.push({ role: "user", content });
  const reply = await ask();
  messages.push({ role: "assistant", content: reply.text });
  console.log(JSON.stringify(reply));
}

async function ask() {
  const system_vars = { origin_country: "Brasil", destination_country: "Portugal", objective: "trabalho" };
  const response = await fetch(`${url}/api/v1/chat`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ messages, system_vars }),
  });
  if (!response.ok) return { failed: response.status };
  const shown = { text: "", cards: [], tools: [], events: [], open: false, closed: false, error: "" };
  const card = (name) => shown.cards.findLast((one) => one.name === name && one.status === "running");
  let rest = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line.startsWith("data:")) read(JSON.parse(line.slice(5)));
  }
  return shown;

  function read(event) {
    if (!event.type.endsWith("token")) shown.events.push(event.type);
    switch (event.type) {
      case "message_start":
        shown.open = true;
        break;
      case "token":
        shown.text += event.token;
        break;
      case "agent_start": {
        const { agent_name: name, agent_label: label, task } = event;
        shown.cards.push({ name, label, task, status: "running", tools: [], words: "" });
        break;
      }
      case "agent_token":
        card(event.agent_name).words += event.token;
        break;
      case "agent_tool_use_start": {
        const { tool_call_id: id, tool_name: name, tool_input: input } = event;
        card(event.agent_name).tools.push({ id, name, input });
        break;
      }
      case "agent_tool_use_result":
        card(event.agent_name).tools.find((one) => one.id === event.tool_call_id).result = event.result;
        break;
      case "agent_end": {
        const ended = card(event.agent_name);
        ended.status = "done";
        ended.summary = event.result_summary;
        break;
      }
      case "tool_use_start":
        shown.tools.push({ id: event.tool_call_id, name: event.tool_name, input: event.tool_input });
        break;
      case "tool_use_result":
        shown.tools.find((one) => one.id === event.tool_call_id).result = event.result;
        break;
      case "message_end":
        shown.closed = true;
        break;
      case "error":
        shown.error = event.error;
    }
  }
}
