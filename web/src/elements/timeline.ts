/** A run of steps as a person follows it: a node a step, what it asked of whom, and why. */
import { html, nothing, type TemplateResult } from "lit";
import { langIn } from "../i18n/tongue.ts";
import type { Key, Values } from "../i18n/words.ts";
import type { Look, Node, Question, Run } from "../state/timeline.ts";
import type { CallLine, TaskLine } from "../wire.ts";
import { callCard } from "./call-card.ts";
import type { CallWords } from "./call-words.ts";
import { type IconName, iconOf } from "./icons.ts";
import { inSeconds } from "./moment.ts";
import { stepKey } from "./step-names.ts";

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
  /** The language of the label where it is not the reader's. */
  readonly lang?: string | typeof nothing;
  readonly by: "source" | "agent";
}

export interface Telling {
  readonly language: string;
  /** The language the talk is held in; "" when that is not known. */
  readonly locale: string;
  say(key: Key, values?: Values): string;
  /** The words for a step; null to fall back on what the record says. */
  named(node: Node): StepName | null;
  /** What a call is called. */
  called(call: CallLine): CallWords;
  /** What a step that was planned is for; nothing is said of it without. */
  tasked?(task: TaskLine): unknown;
  /** Whether the words of an end that went wrong stand here; in a talk they are the answer. */
  readonly ends?: boolean;
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
  const took = inSeconds(node.tookMs, telling.language, telling.say);
  const alone = node.calls.length === 1;
  const { language, locale, say } = telling;
  const name = known ?? nameOf(node, telling);
  return html`<span class="node ${node.look}">${iconOf(LOOKS[node.look])}</span>
    <div class="step-body">
      <p class="step-title">
        <span lang=${name.lang || nothing}>${name.label}</span>
        <span class="step-state">${say(`look.${node.look}`)}${took ? ` · ${took}` : ""}</span>
      </p>
      ${node.aside ? html`<p class="step-said" lang=${langIn(node.aside, locale)}>${node.aside}</p>` : nothing}
      ${node.kind === "fault" ? html`<p class="step-said">${say("fault.text", { code: node.code ?? "", seq: node.seq })}</p>` : nothing}
      ${
        telling.ends && node.kind === "done" && node.look === "error" && node.text
          ? html`<p class="step-said" lang=${langIn(node.text, locale)}>${node.text}</p>`
          : nothing
      }
      ${node.questions.filter((question) => !question.open).map((question) => telling.answered(question))}
      ${node.calls.map((call) =>
        callCard(call, { by: known?.by ?? "source", alone, words: telling.called(call), language, locale, say }),
      )}
      ${why(node, telling)} ${node.runs.map((run) => runOf(run, node, telling))}
    </div>`;
}

/** What a task of this step did, under what it is for. */
function runOf(run: Run, node: Node, telling: Telling): unknown {
  const task = node.tasks.find((one) => one.scope === run.path);
  const title = task && telling.tasked?.(task);
  return html`${title ? html`<p class="run-title">${title}</p>` : nothing} ${timeline(run.nodes, telling)}`;
}

/** The reason of a decision without calls, and what else was considered; the reason of a call stands with the call. */
function why(node: Node, { say, locale }: Telling): unknown {
  const reason = node.calls.length === 0 ? node.reason : "";
  if (!reason && node.considered.length === 0) return nothing;
  return html`<details class="why">
    <summary>${say("step.why")}</summary>
    <div class="call-body">
      ${reason ? html`<p lang=${langIn(reason, locale)}>${reason}</p>` : nothing}
      ${
        node.considered.length > 0
          ? html`<p><strong>${say("step.considered")}</strong></p>
              <ul class="considered" lang=${locale || nothing}>
                ${node.considered.map(
                  ({ name, score, why }) =>
                    html`<li>
                      ${name}${score === null ? nothing : html` <span class="quiet">(${percent(score)})</span>`}
                      ${why ? html`<span class="quiet considered-why">${why}</span>` : nothing}
                    </li>`,
                )}
              </ul>`
          : nothing
      }
    </div>
  </details>`;
}

/** Scores lie between -1 and 1; what does not is shown as it is. */
function percent(score: number): string {
  return Math.abs(score) <= 1 ? `${Math.round(score * 100)}%` : String(score);
}

function nameOf(node: Node, telling: Telling): Omit<StepName, "by"> {
  if (node.kind === "stopped") return { label: telling.say("step.stopped") };
  if (node.kind === "fault") return { label: telling.say("step.fault") };
  const key = stepKey(node.name, node.kind === "ask");
  if (key) return { label: telling.say(key) };
  if (node.kind === "done" && node.look !== "error") return { label: telling.say("step.done") };
  if (node.kind === "done" || node.kind === "say") return { label: telling.say("does.answer") };
  if (node.kind === "ask") return { label: telling.say("step.ask") };
  const calls = node.calls.map((call) => ({ ...telling.called(call), tool: call.tool }));
  // A step that has no name of its own bears that of its tool, which may have a title for people.
  const own = calls.some(({ tool }) => tool === node.name) ? "" : node.name;
  const titles = new Set(calls.map(({ title, tool }) => title || tool)); // one tool for several things is named once
  const label = own || [...titles, ...node.tasks.map((task) => task.text || task.intent)].join(", ") || node.kind;
  return { label, lang: own ? "" : (calls[0]?.lang ?? "") };
}
