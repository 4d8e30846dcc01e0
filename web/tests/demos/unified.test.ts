/** The unified events of a run are the same here as on the server: one case, two folds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UnifiedLog } from "../../../demos/web/scenario/unified.ts";
import { listOf, objectOf, parseJson } from "../../src/transport/json.ts";

const file = join(import.meta.dirname, "../../../demos/cases/workbench.json");
const CASE = objectOf(parseJson(readFileSync(file, "utf8")));

test("the events of the case are what the fold makes of its records", () => {
  const log = new UnifiedLog();
  for (const record of listOf(CASE["records"])) log.apply(objectOf(record));
  const times = log.events.map(({ timestamp, ...event }) => ({ timestamp: Date.parse(timestamp), ...event }));
  const wanted = listOf(CASE["events"]).map((event) => {
    const { timestamp, ...rest } = objectOf(event);
    return { timestamp: Date.parse(String(timestamp)), ...rest };
  });
  expect(times).toEqual(wanted);
  const files = [...log.vault.files.values()].map((one) => [one.name, one.source, one.private, one.docId]);
  expect([log.state, log.ended, files]).toEqual([CASE["state"], CASE["ended"], CASE["files"]]);
});
