/** The seed door as one session: its stream of surfaces and the actions of the person. */
import { type Acted, type Parts, Surfaces } from "../surfaces/surfaces.ts";
import { type Api, Trouble } from "../transport/api.ts";
import { conversationOf, sessionOf } from "../transport/ids.ts";
import { isObject, parseJson, textOf } from "../transport/json.ts";
import { Link } from "../transport/link.ts";
import type { Message } from "../transport/sse.ts";
import { Changes } from "./changes.ts";

/** Waits this long for a session before an action is given up. */
const PATIENCE = 8000;

export class Session extends Changes {
  /** The session's UUID once the server named it. */
  id: string | null = null;
  /** The conversation that was asked for no longer exists. */
  gone = false;
  /** The last action that failed, until the next one. */
  trouble: Trouble | null = null;
  surfaces: Surfaces;
  link: Link;
  readonly #api: Api;
  readonly #parts: Parts;
  #asked: string | null = null;
  /** With whom a new session is; "" for the first assistant that has pages. */
  #assistant = "";
  /** Something was told: the session is a conversation now. */
  #made = false;
  #unlink: () => void = () => undefined;
  #arrivals: (() => void)[] = [];

  constructor(api: Api, parts: Parts) {
    super();
    [this.#api, this.#parts] = [api, parts];
    this.surfaces = this.#newSurfaces();
    this.link = this.#newLink();
  }

  /** Follows a conversation, or a new session with an assistant; nothing changes when it is the one already followed. */
  open(conversation: string | null, assistant = ""): void {
    if (conversation === null) {
      if (this.id && !this.#made && !this.gone && assistant === this.#assistant) return;
    } else if (this.id && conversationOf(this.id) === conversation && !this.gone) {
      return;
    }
    this.link.close();
    this.#asked = conversation;
    this.#assistant = assistant;
    this.#made = conversation !== null;
    this.id = conversation ? sessionOf(conversation) : null;
    this.gone = false;
    this.trouble = null;
    this.surfaces = this.#newSurfaces();
    this.link = this.#newLink();
    this.link.open();
    this.changed();
  }

  /** Sends an action; true when the server took it. */
  async act(acted: Acted): Promise<boolean> {
    this.trouble = null;
    try {
      await this.#post(acted);
      this.#made = true;
      return true;
    } catch (error) {
      this.trouble = error instanceof Trouble ? error : new Trouble(0, "unreachable", String(error));
      return false;
    } finally {
      this.changed();
    }
  }

  /** Shows what went wrong with something that is no action of a surface. */
  report(trouble: Trouble): void {
    this.trouble = trouble;
    this.changed();
  }

  forgetTrouble(): void {
    this.trouble = null;
    this.changed();
  }

  async #post(acted: Acted, again = true): Promise<void> {
    if (!this.id) await this.#arrival();
    const payload = Object.fromEntries(
      Object.entries(acted.payload).filter(([, value]) => value !== null && value !== ""),
    );
    const body = { sessionId: this.id ?? "", surfaceId: acted.surface, name: acted.name, payload };
    try {
      await this.#api.act(body);
    } catch (error) {
      // A server that was started anew knows nothing of a session in which nothing had happened yet.
      const unknown = error instanceof Trouble && error.status === 404 && again && !this.#made;
      if (!unknown) throw error;
      this.id = null;
      this.link.open();
      await this.#post(acted, false);
    }
  }

  #arrival(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => reject(new Trouble(0, "unreachable", "")), PATIENCE);
      this.#arrivals.push(() => {
        window.clearTimeout(timer);
        resolve();
      });
    });
  }

  #newSurfaces(): Surfaces {
    const complain = (surfaceId: string, message: string): void => {
      const error = { code: "VALIDATION_FAILED", surfaceId, path: "/", message: message.slice(0, 400) };
      this.#api.act({ version: "v0.9", sessionId: this.id ?? "", error }).catch(() => undefined);
    };
    return new Surfaces(this.#parts, (acted) => void this.act(acted), complain);
  }

  #newLink(): Link {
    this.#unlink();
    const course = {
      url: () => this.#api.surfacesAddress(this.id, this.#assistant),
      heard: (message: Message) => this.#heard(message),
    };
    const link = new Link(course, this.#api.pass);
    this.#unlink = link.subscribe(() => this.changed());
    return link;
  }

  #heard(message: Message): void {
    const frame = parseJson(message.data);
    if (!isObject(frame)) return;
    if (frame["kind"] === "session/created") this.#created(textOf(frame["sessionId"]));
    else if (this.surfaces.take(frame)) this.changed();
  }

  #created(id: string): void {
    if (this.#made && this.id && id !== this.id) {
      this.gone = true;
      this.link.close();
    } else {
      this.id = id;
      for (const arrived of this.#arrivals.splice(0)) arrived();
    }
    this.changed();
  }

  /** The conversation this session was opened for. */
  get conversation(): string | null {
    return this.#asked;
  }
}
