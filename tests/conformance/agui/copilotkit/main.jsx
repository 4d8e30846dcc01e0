// CopilotKit as its own pages show it: its chat, and a hook for what is asked when the page is opened with ?asks.
import { CopilotChat, CopilotKitProvider, useInterrupt } from "@copilotkit/react-core/v2";
import "@copilotkit/react-core/v2/styles.css";
import { createRoot } from "react-dom/client";

const params = new URLSearchParams(location.search);

function Asked() {
  useInterrupt({
    agentId: "default",
    render: ({ interrupt, resolve }) => {
      const choices = interrupt.responseSchema?.oneOf ?? interrupt.responseSchema?.anyOf ?? [];
      return (
        <fieldset data-asked={interrupt.reason}>
          <legend style={{ whiteSpace: "pre" }}>{interrupt.message}</legend>
          {interrupt.reason === "tool_call" && <button onClick={() => resolve({ approved: true })}>Approve</button>}
          {interrupt.reason === "tool_call" && <button onClick={() => resolve({ approved: false })}>Refuse</button>}
          {choices.map((c) => c.const && <button key={c.const} onClick={() => resolve(c.const)}>{c.title}</button>)}
        </fieldset>
      );
    },
  });
  return null;
}

createRoot(document.getElementById("root")).render(
  <CopilotKitProvider runtimeUrl="/api/copilotkit" showDevConsole={false}>
    {params.has("asks") && <Asked />}
    <div style={{ height: "95vh" }}><CopilotChat agentId="default" threadId={params.get("thread")} /></div>
  </CopilotKitProvider>,
);
