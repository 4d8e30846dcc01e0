/** A run of steps as a person follows it: a node a step, what it asked of whom, and why. */
import { html, nothing, type TemplateResult } from "lit";
import type { Key, Values } from "../i18n/words.ts";
import type { Look, Node, Question } from "../state/timeline.ts";
import { callCard } from "./call-card.ts";
import { type IconName, iconOf } from "./icons.ts";

export const LOOKS: Readonly<Record<Look, IconName>> = {
  running: "clock",
  done: "check",
  asks: "question",
  error: "alert",
  stopped: "stop",
};

/** How a step is called for people, and who does it. */
export interface StepName {
  readonly label: string;
  readonly by: "source" | "agent";
}

export interface Telling {
  readonly language: string;
  say(key: Key, values?: Values): string;
  /** The words for a step; null to fall back on what the record says. */
  named(node: Node): StepName | null;
  /** What became of a question that is no longer open. */
  answered(question: Question): unknown;
}

export function timeline(nodes: readonly Node[], telling: Telling): TemplateResult {
  return html`<ol class="timeline">
    ${nodes.map((node) => html`<li class="step ${node.look}">${stepOf(node, telling)}</li>`)}
  </ol>`;
}

function stepOf(node: Node, telling: Telling): TemplateResult {
  const known = telling.named(node);
  const { question } = node;
  return html`<span class="node ${node.look}">${iconOf(LOOKS[node.look])}</span>
    <div class="step-body">
      <p class="step-title">
        <span>${known ? known.label : nameOf(node, telling)}</span>
        <span class="step-state">${telling.say(`look.${node.look}`)}${seconds(node.tookMs, telling)}</span>
      </p>
      ${question && !question.open ? telling.answered(question) : nothing}
      ${node.calls.map((call) => callCard(call, known?.by ?? "source", node.calls.length === 1, (key, values) => telling.say(key, values)))}
      ${
        node.calls.length === 0 && node.reason
          ? html`<details class="why">
              <summary>${telling.say("step.why")}</summary>
              <p>${node.reason}</p>
            </details>`
          : nothing
      }
      ${node.runs.map((run) => timeline(run.nodes, telling))}
    </div>`;
}

function nameOf(node: Node, telling: Telling): string {
  if (node.kind === "done" || node.kind === "say") return telling.say("step.done");
  if (node.kind === "ask") return telling.say("step.ask");
  if (node.kind === "stopped") return telling.say("step.stopped");
  if (node.kind === "fault") return telling.say("step.fault");
  return node.name || node.calls.map((call) => call.tool).join(", ") || node.kind;
}

function seconds(ms: number | null, telling: Telling): string {
  if (ms === null) return "";
  if (ms < 100) return ` · ${ms} ms`;
  const shown = (ms / 1000).toLocaleString(telling.language, { maximumFractionDigits: 1 });
  return ` · ${telling.say("step.seconds", { seconds: shown })}`;
}
