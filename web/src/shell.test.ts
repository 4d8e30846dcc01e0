import { expect, test } from "vitest";
import { Shell } from "./shell.ts";

test("the shell names itself in a heading", async () => {
  const shell = new Shell();
  document.body.append(shell);
  await shell.updateComplete;
  expect(shell.shadowRoot?.querySelector("h1")?.textContent).toBe("Loket");
});
