/** The yes of a consent hears nothing that began before it was there. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Consent, GRACE } from "../../src/elements/consent.ts";

const told: string[] = [];

async function shown(): Promise<readonly [Consent, HTMLButtonElement]> {
  const consent = new Consent();
  const option = (label: string): Consent["options"][number] => ({
    label,
    detail: "",
    blocked: "",
    pick: () => told.push(label),
    look: () => undefined,
  });
  consent.options = [option("yes"), option("no")];
  document.body.append(consent);
  await consent.updateComplete;
  return [consent, consent.querySelector("button") as HTMLButtonElement];
}

function click(button: HTMLElement, detail = 1): void {
  button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
}

/** Whether the key would press the button. */
function pressed(button: HTMLElement, type: "keydown" | "keyup", key: string, repeat = false): boolean {
  return button.dispatchEvent(new KeyboardEvent(type, { key, repeat, bubbles: true, cancelable: true }));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  told.length = 0;
});

test("a double click that began before it was there says nothing", async () => {
  const [consent, yes] = await shown();
  click(yes);
  vi.advanceTimersByTime(GRACE - 1);
  await consent.updateComplete;
  click(yes);
  expect(told).toEqual([]);
  expect(yes.getAttribute("aria-disabled")).toBe("true");
  vi.advanceTimersByTime(1);
  await consent.updateComplete;
  click(yes, 2);
  expect(told).toEqual([]);
  click(yes);
  expect(told).toEqual(["yes"]);
  expect(yes.hasAttribute("aria-disabled")).toBe(false);
});

test("a key that was down before it was there presses nothing", async () => {
  const [, yes] = await shown();
  expect(pressed(yes, "keydown", "Enter", true)).toBe(false);
  expect(pressed(yes, "keydown", " ", true)).toBe(false);
  expect(pressed(yes, "keyup", " ")).toBe(false);
  expect(pressed(yes, "keydown", "Enter")).toBe(true);
  expect(pressed(yes, "keydown", " ")).toBe(true);
  expect(pressed(yes, "keyup", " ")).toBe(true);
});

test("no digit stands for it", async () => {
  const [consent] = await shown();
  expect(consent.querySelector("[data-key], kbd")).toBeNull();
});
