/** Between the talk and the pages of one assistant: the same conversation, seen one way or the other. */
import { html, nothing, type TemplateResult } from "lit";
import { inTheirs, langOfTheirs } from "../i18n/words.ts";
import type { App } from "../state/app.ts";
import { OPEN } from "../state/pages.ts";
import { hashOf } from "../state/router.ts";
import { openQuestions } from "../state/timeline.ts";
import type { AssistantInfo, SurfaceInfo } from "../transport/assistant-info.ts";
import { objectOf, textOf } from "../transport/json.ts";
import type { TranscriptItem } from "../wire.ts";
import { iconOf, isIcon } from "./icons.ts";

/** A way to each of them; nothing for an assistant that has only the one or the other. */
export function places(app: App): TemplateResult | typeof nothing {
  const info = app.about();
  if (!info?.talk || info.surfaces.length === 0) return nothing;
  const { conversation, talk } = app.router.route;
  const talkAt = hashOf({ conversation, surface: null, talk: true, assistant: info.name });
  return html`<nav class="places" aria-label=${app.say("places.title")}>
    <ul>
      <li>
        <a href=${talkAt} aria-current=${talk ? "page" : nothing}
          >${iconOf("agent")}<span>${app.say("chat.title")}</span>${asks(app, talk ? 0 : elsewhere(app, info))}</a
        >
      </li>
      ${info.surfaces.map((surface) => html`<li>${page(surface, info.name, app)}</li>`)}
    </ul>
  </nav>`;
}

/** Before anything was said there is no conversation to open a page in: one begins with it. */
function page(surface: SurfaceInfo, assistant: string, app: App): TemplateResult {
  const { conversation, talk } = app.router.route;
  const { language } = app.settings;
  const shown = html`${iconOf(isIcon(surface.icon) ? surface.icon : "list")}<span
      lang=${langOfTheirs(surface.titles, language) ?? app.about(assistant)?.own ?? nothing}
      >${inTheirs(surface.titles, language) ?? surface.title}</span
    >`;
  if (!conversation)
    return html`<button type="button" class="plain" @click=${() => void app.startAnew(surface.id, assistant)}>
      ${shown}
    </button>`;
  const here = !talk && app.surface === surface.id;
  const open = app.conversation ? openQuestions(app.conversation.steps, surface.id).length : 0;
  return html`<a href=${hashOf({ conversation, surface: surface.id })} aria-current=${here ? "page" : nothing}
    >${shown}${asks(app, here ? 0 : open)}</a
  >`;
}

/** How many questions are open that no page shows. */
function elsewhere({ conversation }: App, { surfaces }: AssistantInfo): number {
  if (!conversation) return 0;
  const shown = surfaces.reduce((sum, { id }) => sum + openQuestions(conversation.steps, id).length, 0);
  return openQuestions(conversation.steps).length - shown;
}

/** Something waits for an answer there. */
function asks(app: App, count: number): unknown {
  return count > 0
    ? html`<span class="state-word asks"
        >${iconOf("question")}<span class="sr-only">${app.say("state.asking")}</span></span
      >`
    : nothing;
}

/** A page on which something was done, or that was opened, of which the server has not told yet how it is: it tells what
 * there is when the line is up, and the rest while it works. Of a page that nothing changed it tells nothing. */
export function isComing(surface: string, { conversation, surfaces }: App): boolean {
  if (!conversation || !surfaces || surfaces.isTold(surface)) return false;
  if (conversation.link.state === "live" && !conversation.steps.working) return false;
  return conversation.transcript.items.some(({ acted }) => acted && pageOf(acted) === surface);
}

/** The page that somebody did something on, or opened. */
function pageOf({ name, payload, surface }: NonNullable<TranscriptItem["acted"]>): string {
  return name === OPEN ? textOf(objectOf(payload)["surfaceId"]) : surface;
}

/** The page on which a person did something last; null when that was in the talk. */
export function lastPage(
  items: readonly TranscriptItem[],
  { surfaces }: Pick<AssistantInfo, "surfaces">,
): string | null {
  const acted = items.filter(({ by, kind }) => by === "person" && (kind === "said" || kind === "acted")).at(-1)?.acted;
  if (!acted) return null;
  const id = pageOf(acted);
  return surfaces.some((surface) => surface.id === id) ? id : null;
}
