/** Every case gives the states that Python gives, from the start and from every cut. */
import { describe, expect, test } from "vitest";
import { Commands } from "../../src/folds/commands.ts";
import { Questions } from "../../src/folds/questions.ts";
import { Steps } from "../../src/folds/steps.ts";
import { Transcript } from "../../src/folds/transcript.ts";
import type { View } from "../../src/folds/view.ts";
import type {
  CommandsState,
  QuestionsState,
  Record as LogRecord,
  StepsState,
  TranscriptState,
} from "../../src/wire.ts";
import { casesIn, type LogCase } from "./cases.ts";

type State = TranscriptState | StepsState | QuestionsState | CommandsState;

const VIEWS: readonly ((state?: string) => View<State>)[] = [
  (state) => new Transcript(state === undefined ? undefined : (JSON.parse(state) as TranscriptState)),
  (state) => new Steps(state === undefined ? undefined : (JSON.parse(state) as StepsState)),
  (state) => new Questions(state === undefined ? undefined : (JSON.parse(state) as QuestionsState)),
  (state) => new Commands(state === undefined ? undefined : (JSON.parse(state) as CommandsState)),
];

function after(view: View<State>, records: readonly LogRecord[]): string {
  for (const record of records) view.apply(record);
  return JSON.stringify(view.state());
}

describe.each(casesIn<LogCase>("."))("%s", (_, { records, states }) => {
  test.each(VIEWS)("view %#", (start) => {
    const name = start().name;
    expect(JSON.parse(after(start(), records))).toEqual(states[name]);
    expect(after(start(), records)).toBe(JSON.stringify(states[name]));
    for (let cut = 0; cut <= records.length; cut += 1) {
      const again = start(after(start(), records.slice(0, cut)));
      expect(after(again, records.slice(cut))).toBe(JSON.stringify(states[name]));
    }
  });
});

test("a record that was applied before changes nothing", () => {
  for (const [, { records, states }] of casesIn<LogCase>(".")) {
    for (const start of VIEWS) {
      expect(after(start(), [...records, ...records])).toBe(JSON.stringify(states[start().name]));
    }
  }
});
