/** Where the reader was last: on the page that something was done on, or in the talk. */
import { expect, test } from "vitest";
import { lastPage } from "../../src/elements/places.ts";
import type { TranscriptItem } from "../../src/wire.ts";

const SURFACES = ["book", "order"].map((id) => ({ id, title: id, summary: "", icon: "", titles: {}, summaries: {} }));

function item(by: string, kind: string, acted: object | null = null): TranscriptItem {
  return { by, kind, acted } as TranscriptItem;
}

const SAID = item("person", "said");
const SENT = item("person", "acted", { surface: "book", name: "book/booking", payload: {} });
const OPENED = item("person", "acted", { surface: "home", name: "nav/open", payload: { surfaceId: "order" } });
const CONNECTED = item("person", "acted", { surface: "agent", name: "agent/connect", payload: {} });
const ANSWER = item("planner", "said");

test.each([
  ["nothing was done", [], null],
  ["words came last", [SENT, ANSWER, SAID, ANSWER], null],
  ["a form came last", [SAID, SENT, ANSWER, item("person", "answered")], "book"],
  ["a page was opened", [SAID, OPENED], "order"],
  ["something of the talk was pressed", [SENT, CONNECTED], null],
])("%s", (_, items, page) => {
  expect(lastPage(items as TranscriptItem[], { surfaces: SURFACES })).toBe(page);
});
