// What a user of the official client sees of our assistant: node client.mjs URL, run where @ag-ui/client is installed.
import { HttpAgent } from "@ag-ui/client";

const [url] = process.argv.slice(2);
const seen = {};

function agent(threadId, query = "") {
  const made = new HttpAgent({ url: url + query, threadId });
  made.types = [];
  made.subscribe({ onEvent: ({ event }) => void made.types.push(event.type) });
  return made;
}

async function say(made, content, more = {}) {
  made.types.length = 0;
  if (content) made.addMessage({ id: crypto.randomUUID(), role: "user", content });
  let failed = "";
  try {
    await made.runAgent(more, { onRunErrorEvent: ({ event }) => void (failed = `${event.code}: ${event.message}`) });
  } catch (error) {
    failed ||= String(error.message ?? error);
  }
  return { failed, types: [...made.types], asked: made.pendingInterrupts ?? [] };
}

const words = (made) => made.messages.map((m) => `${m.role}: ${m.content ?? ""}${(m.toolCalls ?? []).map((c) => ` ${c.function.name}(${c.function.arguments})`)}`);

async function step(name, act) {
  try {
    seen[name] = await act();
  } catch (error) {
    seen[name] = { broke: String(error.stack ?? error) };
  }
}

const talk = agent(`talk-${crypto.randomUUID()}`);
await step("words", async () => ({ ...(await say(talk, "hello")), messages: words(talk) }));
await step("streamed", async () => {
  const pieces = [];
  const end = talk.subscribe({ onTextMessageContentEvent: ({ event }) => void pieces.push(event.delta) });
  const told = await say(talk, "pieces");
  end.unsubscribe();
  return { ...told, pieces };
});
await step("tool", async () => ({ ...(await say(talk, "look")), messages: words(talk).slice(-4) }));
await step("failed tool", async () => ({ ...(await say(talk, "fail")), messages: words(talk).slice(-2) }));
await step("specialist", async () => ({ ...(await say(talk, "expert look")), messages: words(talk).slice(-4) }));
await step("page", async () => ({ ...(await say(talk, "page")), activities: talk.messages.filter((m) => m.role === "activity").map((m) => m.activityType), state: Object.keys(talk.state.surfaces) }));
await step("question", async () => {
  const told = await say(talk, "choose");
  const resume = told.asked.map((one) => ({ interruptId: one.id, status: "resolved", payload: "b" }));
  return { asked: told.asked, answered: await say(talk, "", { resume }), messages: words(talk).slice(-2) };
});
await step("approved", async () => {
  const told = await say(talk, "reserve Dune");
  const resume = told.asked.map((one) => ({ interruptId: one.id, status: "resolved", payload: { approved: true } }));
  return { asked: told.asked, answered: await say(talk, "", { resume }), messages: words(talk).slice(-2) };
});
await step("refused", async () => {
  const told = await say(talk, "reserve Emma");
  const resume = told.asked.map((one) => ({ interruptId: one.id, status: "resolved", payload: { approved: false } }));
  return { asked: told.asked, answered: await say(talk, "", { resume }), messages: words(talk).slice(-2) };
});
await step("in words", async () => ({ asked: await say(talk, "ask"), answered: await say(talk, "tea"), messages: words(talk).slice(-1) }));
await step("error", async () => say(talk, "break"));
await step("after the error", async () => ({ ...(await say(talk, "hello")), messages: words(talk).slice(-1) }));
await step("cut", async () => {
  const cut = agent(`cut-${crypto.randomUUID()}`);
  const end = cut.subscribe({ onToolCallEndEvent: () => void cut.abortRun() });
  const first = await say(cut, "wait");
  end.unsubscribe();
  return { first, again: await say(cut, ""), messages: words(cut) };
});
await step("reloaded", async () => {
  const fresh = agent(talk.threadId);
  const told = await say(fresh, "");
  const same = JSON.stringify(words(fresh).filter((line) => !/^(activity|reasoning)/.test(line)));
  return { ...told, same: same === JSON.stringify(words(talk).filter((line) => !/^(activity|reasoning)/.test(line))), messages: words(fresh).length };
});
await step("in words alone", async () => {
  const plain = agent(`plain-${crypto.randomUUID()}`, "?interrupts=0");
  const asked = await say(plain, "reserve Ulysses");
  return { asked, answered: await say(plain, "yes"), messages: words(plain).slice(-2) };
});
console.log(JSON.stringify(seen, null, 1));
