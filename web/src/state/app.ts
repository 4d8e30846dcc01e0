/** Everything the elements share, made once by the page: settings, address, server, session, conversations. */
import { createContext } from "@lit/context";
import type { Reader } from "../elements/tongue-note.ts";
import { type Key, say, type Values } from "../i18n/words.ts";
import type { Parts } from "../surfaces/surfaces.ts";
import { Api, type AssistantInfo, Trouble } from "../transport/api.ts";
import { conversationOf } from "../transport/ids.ts";
import { LAND } from "../transport/place.ts";
import type { JsonObject } from "../transport/json.ts";
import { inLanguage } from "./assistants.ts";
import { Beside } from "./beside.ts";
import { Changes } from "./changes.ts";
import { Conversation } from "./conversation.ts";
import { Conversations } from "./conversations.ts";
import { Pass } from "./pass.ts";
import { HOME, type Route, Router } from "./router.ts";
import { Session } from "./session.ts";
import { Settings } from "./settings.ts";

export class App extends Changes {
  readonly settings = new Settings();
  readonly router = new Router();
  readonly pass: Pass;
  readonly api: Api;
  readonly session: Session;
  readonly conversations: Conversations;
  readonly beside = new Beside();
  /** The records of the conversation the page is at; null at home. */
  conversation: Conversation | null = null;
  #assistants: readonly AssistantInfo[] = [];
  /** The server has said which assistants there are, or that it won't. */
  met = false;
  /** The talk that was begun on the page it is still at, and how many were. */
  #begun = { id: "", page: "", times: 0 };
  /** The talk that was left to begin anew, so that there is a way back to it. */
  left: { readonly id: string; readonly assistant: string } | null = null;
  #unsent = "";
  #meeting: Promise<void>;
  /** What the next talk begins with; "" when the person has not said anything yet. */
  opening = "";
  #unwatch: () => void = () => undefined;
  #listed = "";
  #listing: number | undefined;

  constructor(base: string, parts: Parts) {
    super();
    this.pass = new Pass(base);
    this.api = new Api(base, this.pass);
    this.session = new Session(this.api, parts);
    this.conversations = new Conversations(this.api);
    this.pass.subscribe(() => this.changed());
    // What was done in another window is known when the reader comes back to this one.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && !this.pass.wanted) void this.conversations.load();
    });
    this.router.subscribe(() => this.#follow());
    this.session.subscribe(() => this.#arrived());
    this.#follow();
    this.#meeting = this.#meet();
  }

  /** All assistants, in the reader's language where they have it. */
  get assistants(): readonly AssistantInfo[] {
    return this.#assistants.map((info) => inLanguage(info, this.settings.language));
  }

  say(key: Key, values?: Values): string {
    return say(this.settings.language, key, values);
  }

  /** Whoever reads the page. */
  get reader(): Reader {
    return { language: this.settings.language, say: (key, values) => this.say(key, values) };
  }

  /** Opens a surface: from home in a conversation of its own, elsewhere in the one the reader is in. */
  async start(surface: string, form?: Parameters<Session["surfaces"]["prefill"]>[1]): Promise<void> {
    if (form) this.session.surfaces.prefill(surface, form);
    const told = await this.session.act({ surface: HOME, name: "nav/open", payload: { surfaceId: surface } });
    const id = this.session.id && conversationOf(this.session.id);
    if (told && id) this.router.go({ conversation: id, surface });
  }

  /** Opens a surface of an assistant in a conversation of its own, wherever the reader is. */
  async startAnew(surface: string, assistant: string): Promise<void> {
    this.router.go({ conversation: null, surface: HOME });
    const other = this.#assistants.find(({ surfaces }) => surfaces.length > 0)?.name !== assistant;
    if (other) this.session.open(null, assistant);
    await this.start(surface);
    // It could not be opened: home is that of the first again.
    if (other && this.session.trouble) this.session.open(null);
  }

  /** Whether one speaks with this assistant in words, because it has no page of its own. */
  talks(assistant: string): boolean {
    const info = this.assistants.find((one) => one.name === assistant);
    return info !== undefined && info.surfaces.length === 0;
  }

  /** There is no such conversation (any more): nothing of it can be read, and nothing said to it. */
  get gone(): boolean {
    const presence = this.conversation?.presence;
    if (presence === "erased") return true;
    return this.router.route.talk ? presence === "absent" : this.session.gone;
  }

  /** What was being written in a talk that is gone: it waits for the next one. */
  get unsent(): string {
    return this.#unsent;
  }

  set unsent(text: string) {
    this.#unsent = text.trim();
    this.changed();
  }

  /** Begins anew with the assistant of this talk; what was said stays among the conversations. */
  startOver(): void {
    const { conversation } = this;
    if (!conversation) return;
    this.left = { id: conversation.id, assistant: conversation.assistant };
    this.router.go({ conversation: null, surface: null, talk: true, assistant: conversation.assistant });
  }

  /** Where the land under a map is; "" when no assistant of this server brings any, and asking for it would fail. */
  async land(): Promise<string> {
    await this.#meeting;
    if (this.#assistants.length === 0) return LAND;
    const one = this.#assistants.find(({ beside }) => beside === "map");
    return one ? `/maps/${one.name}/background.json` : "";
  }

  /** The own language of the assistant on the page; "" when it is not known. */
  get tongue(): string {
    return this.#assistants.find(({ name }) => name === this.conversation?.assistant)?.own ?? "";
  }

  findsAgents(assistant: string): boolean {
    return this.assistants.some((one) => one.name === assistant && one.findsAgents);
  }

  /** The title a tool gives itself, and the language of the assistant it belongs to; "" when it has none. */
  titled(tool: string): { readonly title: string; readonly lang: string } {
    const known = this.assistants.find((one) => one.tools[tool]);
    return { title: known?.tools[tool] ?? "", lang: known?.locale ?? "" };
  }

  /** Where a conversation is shown. */
  routeTo(conversation: string, assistant: string): Route {
    return { conversation, surface: null, ...(this.talks(assistant) ? { talk: true } : {}) };
  }

  /** Begins a talk with what a person did first; Trouble when the server does not take it. */
  async begin(assistant: string, event: JsonObject): Promise<void> {
    const id = await this.api.begin(assistant);
    await this.api.tell(id, event, crypto.randomUUID());
    this.#begun = { id, page: this.talkPage, times: this.#begun.times + 1 };
    this.router.replace({ conversation: id, surface: null, talk: true });
    void this.conversations.load();
  }

  /** Which page a talk is drawn on: one that began on an empty page stays on it, with what is being written there. */
  get talkPage(): string {
    const { conversation, assistant } = this.router.route;
    const { id, page, times } = this.#begun;
    if (conversation) return conversation === id ? page : conversation;
    return `new ${assistant} ${times}`;
  }

  /** Lets a person in and goes on where the page was; Trouble when the server does not take the token. */
  async signIn(token: string): Promise<void> {
    await this.api.signIn(token);
    this.session.forgetTrouble();
    this.session.link.retry();
    this.conversation?.retry();
    void this.conversations.load();
    this.#meeting = this.#meet();
  }

  /** Lets a person out. The page starts anew, so that nothing of them stays in it for who comes next. */
  async signOut(): Promise<void> {
    try {
      await this.api.signOut();
    } catch (error) {
      this.session.report(error instanceof Trouble ? error : new Trouble(0, "unreachable", ""));
      return;
    }
    location.replace("#/");
    location.reload();
  }

  #follow(): void {
    const { conversation, talk } = this.router.route;
    this.session.open(talk ? null : conversation);
    if (this.conversation?.id !== conversation) {
      this.#unwatch();
      this.conversation?.close();
      this.conversation = conversation ? new Conversation(this.api, conversation) : null;
      this.conversation?.open();
      this.#unwatch = this.conversation?.subscribe(() => this.#listAgain()) ?? ((): void => undefined);
    }
    if (!conversation) void this.conversations.load();
    else if (this.conversations.state === "loading") {
      void this.conversations.load();
    }
    this.changed();
  }

  /** When this conversation is there, begins or ends its work, the frame says so and the list is read again. */
  #listAgain(): void {
    const { steps, assistant, presence } = this.conversation ?? {};
    const now = steps ? `${assistant} ${presence} ${steps.working} ${steps.message} ${steps.status}` : "";
    if (now === this.#listed) return;
    this.#listed = now;
    this.changed();
    window.clearTimeout(this.#listing);
    this.#listing = window.setTimeout(() => void this.conversations.load(), 400);
  }

  #arrived(): void {
    if (this.session.link.state === "live") this.conversation?.retry();
  }

  async #meet(): Promise<void> {
    try {
      this.#assistants = await this.api.assistants();
    } catch {
      // A server that speaks only the seed door has no list of assistants; the surfaces work without it.
    }
    this.met = true;
    this.changed();
  }
}

export const appContext = createContext<App>("loket-app");
