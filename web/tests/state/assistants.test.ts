import { expect, test } from "vitest";
import { inLanguage } from "../../src/state/assistants.ts";
import type { AssistantInfo } from "../../src/transport/assistant-info.ts";

const INFO: AssistantInfo = {
  name: "guide",
  title: "Guide",
  summary: "Shows the way.",
  locale: "en",
  own: "en",
  surfaces: [],
  talk: true,
  starters: ["Where am I?"],
  languages: { nl: { title: "Gids", summary: "Wijst de weg.", starters: [] } },
  findsAgents: false,
  tools: {},
  specialists: {},
  beside: "",
  letters: 20_000,
  files: false,
  setup: null,
};

test("an assistant is shown in the reader's language where it has it", () => {
  const seen = inLanguage(INFO, "nl");
  expect([seen.title, seen.summary, seen.locale]).toEqual(["Gids", "Wijst de weg.", "nl"]);
  expect(seen.starters).toEqual(["Where am I?"]);
});

test("an assistant stays as it is in its own language and in those it does not have", () => {
  expect(inLanguage(INFO, "en")).toBe(INFO);
  expect(inLanguage(INFO, "de")).toBe(INFO);
});
