/** How it came about: the steps of the newest run with who did them and why, the open questions, the status history. */
import { html, nothing } from "lit";
import { z } from "zod";
import { callWords } from "../elements/call-words.ts";
import { answered, questionCard, unsentCard, type Wording } from "../elements/question-card.ts";
import { timeline } from "../elements/timeline.ts";
import { langIn } from "../i18n/tongue.ts";
import type { App } from "../state/app.ts";
import type { Changes } from "../state/changes.ts";
import { isUnsent } from "../state/consent.ts";
import type { Conversation } from "../state/conversation.ts";
import { openQuestions, type Question, questionsIn, type Run, runsOf } from "../state/timeline.ts";
import { momentsOf } from "../surfaces/history.ts";
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../transport/json.ts";
import type { QuestionItem } from "../wire.ts";
import { Common, DynamicJson, StepWords, Words } from "./api.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { langOf } from "./words.ts";

/** What changes when the steps do: the app (another conversation) and the conversation itself. */
function works(app: App): readonly Changes[] {
  return app.conversation ? [app.settings, app, app.conversation] : [app.settings, app];
}

const Activity = {
  name: "Activity",
  tagName: "loket-activity",
  schema: z.object({ ...Common, title: Words, steps: StepWords.optional(), status: DynamicJson.optional() }).strict(),
};

class ActivityPart extends Part<typeof Activity> {
  protected override readonly api = Activity;

  protected override watches(app: App): readonly Changes[] {
    return works(app);
  }

  protected override draw({ title, steps }: Props<typeof Activity>): Drawn {
    const state = this.app?.conversation?.steps;
    const run = state && runsOf(state, this.context.dataContext.surface.id).at(-1);
    if (!run || run.nodes.length === 0) return nothing;
    return html`<section class="activity" aria-label=${title ?? nothing}>
      <h2 lang=${langOf(title)}>${title ?? ""}</h2>
      ${this.#run(run, steps ?? [])}
    </section>`;
  }

  #run(run: Run, steps: NonNullable<Props<typeof Activity>["steps"]>): Drawn {
    return timeline(run.nodes, {
      language: this.app?.settings.language ?? "nl",
      locale: this.app?.tongue ?? "",
      ends: true,
      say: (key, values) => this.say(key, values),
      answered: (question) => this.#answered(question),
      called: (call) => (this.app ? callWords(call, this.app) : { title: "", lang: "", about: "" }),
      named: (node) => {
        // A work that failed has an end, and nobody would call it finished.
        if (node.kind === "done" && node.look === "error") return null;
        const known = steps.find(
          (one) => one.step === node.name || node.calls.some((call) => call.tool.endsWith(one.step)),
        );
        return known
          ? { label: String(known.label), lang: langOf(known.label), by: known.by === "agent" ? "agent" : "source" }
          : null;
      },
    });
  }

  #answered(question: Question): Drawn {
    return answered(question, itemOf(question.id, this.app?.conversation), (key, values) => this.say(key, values));
  }
}

const Questions = {
  name: "Questions",
  tagName: "loket-questions",
  schema: z.object({ ...Common, question: DynamicJson.optional() }).strict(),
};

class QuestionsPart extends Part<typeof Questions> {
  protected override readonly api = Questions;

  protected override watches(app: App): readonly Changes[] {
    return works(app);
  }

  protected override draw({ question }: Props<typeof Questions>): Drawn {
    const conversation = this.app?.conversation;
    const known = conversation?.presence === "ready";
    // What was asked in a talk is answered there.
    const { id } = this.context.dataContext.surface;
    const here = known && this.app?.about()?.talk ? id : undefined;
    const open = known ? openQuestions(conversation.steps, here) : questionOf(question);
    return html`<div class="questions" aria-live="polite">
      ${known ? this.#unsent(conversation).map((question) => unsentCard(question, this.#wording(question))) : nothing}
      ${open.map((question) =>
        questionCard(question, {
          ...this.#wording(question),
          answer: (payload) => void this.#answer(question.id, payload),
        }),
      )}
    </div>`;
  }

  /** The consents of the newest run that ended without an answer. */
  #unsent(conversation: Conversation): Question[] {
    const nodes = runsOf(conversation.steps, this.context.dataContext.surface.id).at(-1)?.nodes ?? [];
    return nodes
      .flatMap(questionsIn)
      .filter((question) => isUnsent(question, itemOf(question.id, conversation), conversation.steps));
  }

  #wording({ id, held }: Question): Wording {
    const { conversation } = this.app ?? {};
    return {
      title: (held && this.app && callWords(held, this.app).title) || "",
      held: itemOf(id, conversation)?.held ?? null,
      asker: this.app?.about()?.title ?? "",
      locale: this.app?.tongue ?? "",
      reader: this.reader,
    };
  }

  async #answer(to: string, payload: JsonObject): Promise<void> {
    await this.app?.answer(to, payload);
  }
}

function itemOf(id: string, conversation: Conversation | null | undefined): QuestionItem | undefined {
  return conversation?.questions.items.find((one) => one.id === id);
}

/** The question of the surface's model, for servers whose records we cannot read. */
function questionOf(raw: unknown): Question[] {
  const value = objectOf(raw);
  const id = textOf(value["id"]);
  if (!id) return [];
  const choices = listOf(value["choices"])
    .filter(isObject)
    .map((choice) => ({ id: textOf(choice["id"]), label: textOf(choice["label"]), detail: textOf(choice["detail"]) }));
  return [{ id, text: textOf(value["text"]), open: true, choices, held: null }];
}

const StatusHistory = {
  name: "StatusHistory",
  tagName: "loket-status-history",
  schema: z.object({ ...Common, history: DynamicJson, title: Words.optional() }).strict(),
};

class StatusHistoryPart extends Part<typeof StatusHistory> {
  protected override readonly api = StatusHistory;

  /** The assistant whose words they are. */
  protected override watches(app: App): readonly Changes[] {
    return [app.settings, app];
  }

  protected override draw({ history, title }: Props<typeof StatusHistory>): Drawn {
    const moments = momentsOf(listOf(history));
    if (moments.length === 0) return nothing;
    return html`<details class="history">
      <summary lang=${langOf(title)}>
        ${title ?? this.say("history.title")} <span class="quiet">(${moments.length})</span>
      </summary>
      <ol>
        ${moments.map(
          ({ message, at }) =>
            html`<li>
              <time>${at.slice(11) || at}</time><span lang=${langIn(message, this.app?.tongue ?? "")}>${message}</span>
            </li>`,
        )}
      </ol>
    </details>`;
  }
}

export const activity = entry(Activity, ActivityPart);
export const questions = entry(Questions, QuestionsPart);
export const statusHistory = entry(StatusHistory, StatusHistoryPart);
