/** Folds the logs given on stdin (a list of lists of records) and prints their states; run by tests/views/test_twins.py. */
import { readFileSync } from "node:fs";
import { Commands } from "../../src/folds/commands.ts";
import { Costs } from "../../src/folds/costs.ts";
import { Questions } from "../../src/folds/questions.ts";
import { Steps } from "../../src/folds/steps.ts";
import { Transcript } from "../../src/folds/transcript.ts";
import type { Record as LogRecord } from "../../src/wire.ts";

const logs = JSON.parse(readFileSync(0, "utf8")) as LogRecord[][];

function statesOf(log: readonly LogRecord[]): unknown {
  const views = [new Transcript(), new Steps(), new Questions(), new Commands(), new Costs()];
  for (const record of log) for (const view of views) view.apply(record);
  return Object.fromEntries(views.map((view) => [view.name, view.state()]));
}

process.stdout.write(JSON.stringify(logs.map(statesOf)));
