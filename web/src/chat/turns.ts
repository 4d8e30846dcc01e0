/** From the views of a conversation to what a person reads: each message with its steps, its answers and its questions. */
import { type Node, nodesFor, type Question } from "../state/timeline.ts";
import type { FileRef, ScopeLine, StepsState, TranscriptItem, TranscriptState } from "../wire.ts";

/** Words of somebody, whole as the transcript has them. */
export interface Saying {
  readonly seq: number;
  readonly text: string;
  readonly files: readonly FileRef[];
  /** How it ended when that was not well: a fault, a stop, a failure. */
  readonly trouble: string | null;
}

/** What one message led to; `said` is null for what a person did without words. */
export interface Turn {
  readonly seq: number;
  readonly said: Saying | null;
  readonly nodes: readonly Node[];
  readonly answers: readonly Saying[];
  readonly questions: readonly Question[];
  readonly working: boolean;
}

/** The turns the views still hold, oldest first. */
export function turnsOf(steps: StepsState, transcript: TranscriptState): Turn[] {
  const root = steps.scopes[0];
  const items = transcript.items.filter((item) => item.scope === "/" || item.by === "person");
  const seqs = new Set(items.filter(isMessage).map((item) => item.seq));
  for (const step of root?.steps ?? []) if (step.message !== null) seqs.add(step.message);
  if (steps.message !== null) seqs.add(steps.message);
  return [...seqs].sort((a, b) => a - b).map((seq) => turn(seq, root, steps, items));
}

function isMessage(item: TranscriptItem): boolean {
  return item.by === "person" && item.kind === "said";
}

function turn(seq: number, root: ScopeLine | undefined, steps: StepsState, items: readonly TranscriptItem[]): Turn {
  const nodes = root ? nodesFor(root, seq, steps) : [];
  const words = new Map(items.map((item) => [item.seq, item]));
  const message = words.get(seq);
  const spoken = nodes.filter((node) => ["say", "done", "fault", "stopped"].includes(node.kind));
  return {
    seq,
    said: message ? saying(message) : null,
    nodes: nodes.filter((node) => node.kind !== "say" && node.kind !== "done"),
    answers: spoken.map((node) => saidBy(node, words.get(node.seq))).filter((one) => one.text || one.trouble),
    questions: nodes.flatMap((node) => [
      ...(node.question ? [node.question] : []),
      ...node.runs.flatMap((run) => run.nodes.flatMap((below) => (below.question ? [below.question] : []))),
    ]),
    working: steps.working && steps.message === seq,
  };
}

function saying(item: TranscriptItem): Saying {
  return { seq: item.seq, text: item.text, files: item.files, trouble: null };
}

function saidBy(node: Node, item: TranscriptItem | undefined): Saying {
  const trouble = node.look === "error" || node.look === "stopped" ? node.look : null;
  return { seq: node.seq, text: item?.text || node.text, files: item?.files ?? [], trouble };
}
