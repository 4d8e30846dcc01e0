// assistant-ui as its own pages show it: the runtime for AG-UI, its primitives, and buttons for what is asked.
import { HttpAgent } from "@ag-ui/client";
import { AssistantRuntimeProvider, ComposerPrimitive, MessagePrimitive, ThreadPrimitive } from "@assistant-ui/react";
import { useAgUiInterrupts, useAgUiRuntime, useAgUiSubmitInterruptResponses } from "@assistant-ui/react-ag-ui";
import { useMemo, useState } from "react";
import { createRoot } from "react-dom/client";

const params = new URLSearchParams(location.search);

function Tool({ toolName, argsText, result }) {
  return <div data-tool={toolName}>{toolName}({argsText}) → {result === undefined ? "…" : JSON.stringify(result)}</div>;
}

const Text = ({ text }) => <p>{text}</p>;
const Reasoning = ({ text }) => <details><summary>Why</summary>{text}</details>;
const parts = { Text, Reasoning, tools: { Fallback: Tool } };

const User = () => <MessagePrimitive.Root data-role="user"><MessagePrimitive.Parts components={{ Text }} /></MessagePrimitive.Root>;
const Assistant = () => (
  <MessagePrimitive.Root data-role="assistant"><MessagePrimitive.Parts components={parts} /><MessagePrimitive.Error /></MessagePrimitive.Root>
);

function Asked() {
  const asked = useAgUiInterrupts();
  const submit = useAgUiSubmitInterruptResponses();
  return asked.map((one) => {
    const answer = (payload) => void submit(asked.map(({ id }) => ({ interruptId: id, status: "resolved", payload })));
    const choices = one.responseSchema?.oneOf ?? one.responseSchema?.anyOf ?? [];
    return (
      <fieldset key={one.id} data-asked={one.reason}>
        <legend style={{ whiteSpace: "pre" }}>{one.message}</legend>
        {one.reason === "tool_call" && <button onClick={() => answer({ approved: true })}>Approve</button>}
        {one.reason === "tool_call" && <button onClick={() => answer({ approved: false })}>Refuse</button>}
        {choices.map((c) => c.const && <button key={c.const} onClick={() => answer(c.const)}>{c.title}</button>)}
      </fieldset>
    );
  });
}

function Page() {
  const [failed, setFailed] = useState("");
  const agent = useMemo(() => new HttpAgent({ url: params.get("url"), threadId: params.get("thread") ?? undefined }), []);
  const runtime = useAgUiRuntime({ agent, onError: (error) => setFailed(error.message) });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport>
          <ThreadPrimitive.Messages components={{ UserMessage: User, AssistantMessage: Assistant }} />
          <Asked />
        </ThreadPrimitive.Viewport>
        {failed && <p role="alert">{failed}</p>}
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" />
          <ThreadPrimitive.If running={false}><ComposerPrimitive.Send>Send</ComposerPrimitive.Send></ThreadPrimitive.If>
          <ThreadPrimitive.If running><ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel></ThreadPrimitive.If>
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

createRoot(document.getElementById("root")).render(<Page />);
