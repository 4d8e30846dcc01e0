/**
 * The page's address: `#/` is home, `#/c/ID/SURFACE` a surface of a conversation, `#/c/ID` the one it was left at.
 * `#/new/NAME` is an empty talk with an assistant, `#/new/NAME/GIVEN` one that a link says something for, `#/t/ID` a talk, `#/t/ID/agent/CALL` the agent that a call of it found.
 * Back, reload and links go through it.
 */
import { Changes } from "./changes.ts";

/** Where the reader is. Home has no conversation yet; without a surface the conversation says which. */
export interface Route {
  readonly conversation: string | null;
  readonly surface: string | null;
  /** A talk in words, not a surface. */
  readonly talk?: boolean;
  /** With whom a talk would begin. */
  readonly assistant?: string;
  /** What a link gives to the talk that would begin. */
  readonly given?: string;
  /** The call of the talk whose agent is looked at. */
  readonly agent?: string;
}

export const HOME = "home";

export function routeOf(hash: string): Route {
  const [, kind, id, surface, call] = hash.replace(/^#/, "").split("/");
  if (kind === "new" && id) {
    const given = surface ? { given: plain(surface) } : {};
    return { conversation: null, surface: null, talk: true, assistant: plain(id), ...given };
  }
  if (kind === "t" && id && /^[0-9A-Za-z]{22}$/.test(id)) {
    const agent = surface === "agent" && call ? { agent: plain(call) } : {};
    return { conversation: id, surface: null, talk: true, ...agent };
  }
  if (kind === "c" && id && /^[0-9A-Za-z]{22}$/.test(id))
    return { conversation: id, surface: surface ? plain(surface) : null };
  return { conversation: null, surface: HOME };
}

/** The name as it was before it was made fit for an address; as it stands when it never was. */
function plain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

export function hashOf(route: Route): string {
  if (route.talk && route.conversation)
    return `#/t/${route.conversation}${route.agent ? `/agent/${encodeURIComponent(route.agent)}` : ""}`;
  if (route.talk && route.assistant)
    return `#/new/${encodeURIComponent(route.assistant)}${route.given ? `/${encodeURIComponent(route.given)}` : ""}`;
  if (!route.conversation) return "#/";
  return `#/c/${route.conversation}${route.surface ? `/${encodeURIComponent(route.surface)}` : ""}`;
}

export class Router extends Changes {
  route: Route = routeOf(location.hash);

  constructor() {
    super();
    window.addEventListener("hashchange", () => this.#read());
    window.addEventListener("popstate", () => this.#read());
  }

  go(route: Route): void {
    if (hashOf(route) === hashOf(this.route)) return;
    history.pushState(null, "", hashOf(route));
    this.#read();
  }

  /** As `go`, without a step to come back to. */
  replace(route: Route): void {
    history.replaceState(null, "", hashOf(route));
    this.#read();
  }

  #read(): void {
    const route = routeOf(location.hash);
    if (hashOf(route) === hashOf(this.route)) return;
    this.route = route;
    this.changed();
  }
}
