/** From the views of a conversation to what a person reads: each message with its steps, its answers and its questions. */
import { type Node, nodesFor, type Question, questionsIn } from "../state/timeline.ts";
import { OPEN } from "../state/pages.ts";
import type { ActedLine, FileRef, StepsState, TranscriptItem, TranscriptState } from "../wire.ts";

/** Words of somebody, whole as the transcript has them. */
export interface Saying {
  readonly seq: number;
  readonly text: string;
  readonly files: readonly FileRef[];
  /** How it ended when that was not well: a fault, a stop, a failure. */
  readonly trouble: string | null;
  /** The code of that end; null when it has none. */
  readonly code: string | null;
  /** What the person thinks of it; null when they do not say. */
  readonly good: boolean | null;
}

/**
 * What one message, one click or one reply to a question led to. `said` is null for a click, which is `acted`;
 * `replies` is the question that a reply is given to.
 */
export interface Turn {
  readonly key: string;
  readonly said: Saying | null;
  readonly acted: ActedLine | null;
  readonly replies: Question | null;
  readonly nodes: readonly Node[];
  /** Said before calls: what came of those stands below it, or above as steps. */
  readonly before: readonly Saying[];
  readonly answers: readonly Saying[];
  readonly questions: readonly Question[];
  readonly working: boolean;
}

const ENDS: ReadonlySet<Node["kind"]> = new Set(["say", "done", "fault", "stopped"]);

/** The code of words whose thought did not come to its end. */
export const INTERRUPTED = "interrupted";

/** In place of a message: what another program began before any person wrote. */
const NOBODY = 0;

type Words = ReadonlyMap<number, TranscriptItem>;

/** The turns the views still hold whole, oldest first. */
export function turnsOf(steps: StepsState, transcript: TranscriptState): Turn[] {
  const cut = cutAt(steps, transcript);
  const items = transcript.items.filter((item) => item.scope === "/" || item.by === "person");
  const seqs = new Set(items.filter(isMessage).map((item) => item.seq));
  for (const step of steps.scopes[0]?.steps ?? []) seqs.add(step.message ?? NOBODY);
  if (steps.message !== null) seqs.add(steps.message);
  const whole = [...seqs].filter((seq) => seq > cut || cut === NOBODY);
  return whole.sort((a, b) => a - b).flatMap((seq) => turnsFor(seq, steps, items));
}

/** Up to this message the views have let go of words or of steps: a turn would lack its question or its answer. 0: none. */
export function cutAt(steps: StepsState, transcript: TranscriptState): number {
  const root = steps.scopes[0];
  const words = transcript.dropped > 0 ? (transcript.items[0]?.seq ?? 0) - 1 : 0;
  const done = root && root.dropped > 0 ? (root.steps[0]?.message ?? 0) : 0;
  // What goes on now is always shown.
  return Math.min(Math.max(words, done), (steps.message ?? Infinity) - 1);
}

function isMessage(item: TranscriptItem): boolean {
  return item.by === "person" && (item.kind === "said" || item.kind === "acted");
}

/** A message, and each reply to what was asked back: after a question the talk goes on with what was answered. */
function turnsFor(seq: number, steps: StepsState, items: readonly TranscriptItem[]): Turn[] {
  const root = steps.scopes[0];
  const words: Words = new Map(items.map((item) => [item.seq, item]));
  const message = words.get(seq);
  // Whoever opened a page has said nothing.
  if (message?.acted?.name === OPEN) return [];
  const working = steps.working && (steps.message ?? NOBODY) === seq;
  const pieces = piecesOf(root ? nodesFor(root, seq, steps) : [], items);
  return pieces.map(({ nodes, reply, replies }, index) => {
    const busy = working && index === pieces.length - 1;
    const said = index > 0 ? reply : message;
    return {
      key: index > 0 ? `${seq}.${replies?.id}` : String(seq),
      said: said && said.acted === null ? saying(said) : null,
      acted: said?.acted ?? null,
      replies,
      nodes: nodes.map((node, at) => ({ ...node, aside: isAside(nodes, at, busy) ? node.text : "" })),
      before: nodes.filter(isBefore).map((node) => saidBy(node, words.get(node.seq))),
      answers: answersOf(nodes, busy, words),
      questions: nodes.flatMap(questionsIn),
      working: busy,
    };
  });
}

interface Piece {
  readonly nodes: Node[];
  readonly reply?: TranscriptItem | undefined;
  readonly replies: Question | null;
}

function piecesOf(nodes: readonly Node[], items: readonly TranscriptItem[]): Piece[] {
  const pieces: Piece[] = [{ nodes: [], replies: null }];
  for (const node of nodes) {
    pieces.at(-1)?.nodes.push(node);
    const [question] = node.questions;
    if (node.kind !== "ask" || !question) continue;
    const reply = items.find((item) => item.kind === "answered" && item.to === question.id);
    if (reply) pieces.push({ nodes: [], reply, replies: question });
  }
  return pieces;
}

/** Words that come with calls: they stay where they were written. */
function isBefore({ kind, text }: Node): boolean {
  return kind === "call" && text !== "";
}

/** What was said while the work went on stands among its steps; the answer is what it ended with. */
function isAside(nodes: readonly Node[], at: number, working: boolean): boolean {
  const node = nodes[at];
  if (!node) return false;
  return node.kind === "say" && node.code !== INTERRUPTED && (working || at < nodes.length - 1);
}

function answersOf(nodes: readonly Node[], working: boolean, words: Words): Saying[] {
  return nodes
    .filter((node, at) => ENDS.has(node.kind) && !isAside(nodes, at, working))
    .map((node) => saidBy(node, words.get(node.seq)))
    .filter((one) => one.text || one.trouble);
}

function saying(item: TranscriptItem): Saying {
  return { seq: item.seq, text: item.text, files: item.files, trouble: null, code: null, good: null };
}

function saidBy(node: Node, item: TranscriptItem | undefined): Saying {
  const bad = node.look === "error" || node.look === "stopped" ? node.look : null;
  const trouble = node.kind === "fault" ? "fault" : bad;
  const { text = "", files = [], code = null, good = null } = item ?? {};
  return { seq: node.seq, text: text || node.text, files, trouble, code, good };
}
