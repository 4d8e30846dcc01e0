/** An answer as it is drawn: words, files, or how it ended when that was not well. */
import { html, nothing, type TemplateResult } from "lit";
import { iconOf } from "../elements/icons.ts";
import type { DraftText } from "../folds/drafts.ts";
import type { App } from "../state/app.ts";
import type { JsonObject } from "../transport/json.ts";
import type { FileRef } from "../wire.ts";
import { fileList } from "./files.ts";
import { type Follower, prose } from "./prose.ts";
import { INTERRUPTED, type Saying } from "./turns.ts";

/** What a turn needs to be drawn. */
export interface TurnTelling {
  readonly app: App;
  /** Reads all of the turn, from its first answer to its last. */
  readonly reader: Follower;
  /** The language this turn is held in; "" when it is not known. */
  readonly locale: string;
  /** Everything said here is the assistant's own, in the language of the turn; others speak theirs. */
  readonly alone: boolean;
  /** The words that are being written in this turn. */
  readonly drafts: readonly DraftText[];
  /** Tells the talk what a person did. */
  tell(event: JsonObject): void;
  /** Says what the person thinks of the words of record `seq`. */
  rate(seq: number, good: boolean | null): void;
  /** Asks in other words what record `seq` asked, in a copy of the talk. */
  anew(seq: number, text: string): Promise<void>;
}

export function answerOf(answer: Saying, { app, reader, locale, alone }: TurnTelling): TemplateResult {
  const text = (): TemplateResult => prose(answer.text, reader, alone ? locale : "");
  if (!answer.trouble)
    return html`<div class="said" lang=${locale || nothing}>${text()}</div>
      ${answer.code === INTERRUPTED ? cutOff(app) : nothing} ${filesOf(answer.files, app)}`;
  if (answer.trouble === "stopped")
    return html`<div class="box ended">
      ${iconOf("stop")}
      <p>
        ${app.say(answer.code === "user" ? "chat.stopped" : answer.code === "budget_spent" ? "chat.spent" : "step.stopped")}
      </p>
    </div>`;
  return html`<div class="box error">
    <p><strong>${app.say("step.fault")}</strong></p>
    ${
      answer.trouble === "fault"
        ? html`<p>${app.say("fault.text", { code: answer.code ?? "", seq: answer.seq })}</p>`
        : answer.text
          ? html`<div lang=${locale || nothing}>${text()}</div>`
          : nothing
    }
  </div>`;
}

/** Below words that have no end. */
export function cutOff(app: Pick<App, "say">): TemplateResult {
  return html`<p class="quiet cut-off">${iconOf("stop")}${app.say("chat.interrupted")}</p>`;
}

export function filesOf(files: readonly FileRef[], app: App): unknown {
  const { conversation } = app.router.route;
  return fileList(files, (sha256) => app.api.fileAddress(conversation ?? "", sha256), app.settings.language);
}
