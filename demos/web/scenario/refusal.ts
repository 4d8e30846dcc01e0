/** What the server refused, and why: a sentence, the places that are wrong, and a way to try again. */
import type { App } from "../../../web/src/state/app.ts";
import { type Json, type JsonObject, isObject, listOf, objectOf, textOf } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { en } from "./words/en.ts";
import { type Key, sayFor } from "./words.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

/** A place in what was given, and what is wrong there. */
export interface Wrong {
  readonly path: string;
  readonly text: string;
}

export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly wrong: readonly Wrong[] = [],
    readonly body: JsonObject = {},
  ) {
    super(text);
  }

  /** Whatever went wrong, as something a person can read. */
  static of(error: unknown): Refused {
    if (error instanceof Refused) return error;
    const { code = "", message = "", body = null } = error as { code?: string; message?: string; body?: Json };
    const said = objectOf(objectOf(body)["error"] ?? null);
    return new Refused(code, message, wrongIn(said["details"]), objectOf(body));
  }
}

export function wrongIn(details: Json | undefined): Wrong[] {
  return listOf(details)
    .filter(isObject)
    .map((one) => ({
      path: Array.isArray(one["path"]) ? listOf(one["path"]).map(textOf).join(".") : textOf(one["path"]),
      text: textOf(one["text"]) || textOf(one["message"]),
    }));
}

export function refusalBox(refused: Refused, app: App, again: () => void, more: unknown = nothing): unknown {
  return html`<div class="box error wb-refusal" role="alert">
    ${sentences(refused, app)} ${wrongList(refused.wrong)} ${more}
    <button type="button" @click=${again}>${iconOf("again")}${app.say("again")}</button>
  </div>`;
}

/** Why in the reader's language, as far as the code says it; and the server's own words, which are English. */
function sentences({ code, message }: Refused, app: App): unknown {
  const say = sayFor(app.settings);
  if (!message) return html`<p>${say("server.unreachable")}</p>`;
  const known = `refused.${code}`;
  const own = app.settings.language !== "en" && known in en;
  return html`${own ? html`<p>${say(known as Key)}</p>` : nothing}
    <p class=${own ? "quiet" : ""} lang="en">${message}</p>`;
}

export function wrongList(wrong: readonly Wrong[]): unknown {
  if (wrong.length === 0) return nothing;
  return html`<ul class="wb-wrong">
    ${wrong.map(({ path, text }) => html`<li><code>${path}</code> <span lang="en">${text}</span></li>`)}
  </ul>`;
}
