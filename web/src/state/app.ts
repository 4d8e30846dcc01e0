/** Everything the elements share, made once by the page: settings, address, server, session, conversations. */
import { createContext } from "@lit/context";
import type { Reader } from "../elements/tongue-note.ts";
import { type Key, say, type Values } from "../i18n/words.ts";
import type { Acted, Surfaces } from "../surfaces/surfaces.ts";
import { Api, Trouble } from "../transport/api.ts";
import type { AssistantInfo } from "../transport/assistant-info.ts";
import { FirstWords, type Unfinished } from "./first-words.ts";
import type { JsonObject } from "../transport/json.ts";
import { inLanguage, titled } from "./assistants.ts";
import { Beside } from "./beside.ts";
import { Changes } from "./changes.ts";
import { Conversation } from "./conversation.ts";
import { Conversations } from "./conversations.ts";
import { begunAt, type Draw, opening, Pages } from "./pages.ts";
import { Once } from "./once.ts";
import { Pass } from "./pass.ts";
import { HOME, type Route, Router } from "./router.ts";
import { settingsOf } from "./set-up.ts";
import { Settings } from "./settings.ts";

export class App extends Changes {
  readonly settings = new Settings();
  readonly router = new Router();
  readonly pass: Pass;
  readonly api: Api;
  readonly pages: Pages;
  readonly conversations: Conversations;
  readonly beside = new Beside();
  /** The records of the conversation the page is at; null at home. */
  conversation: Conversation | null = null;
  #assistants: readonly AssistantInfo[] = [];
  /** What home is made of; null until it is there, and where no assistant brings one. */
  home: Surfaces | null = null;
  /** It is known what home is made of. */
  furnished = false;
  /** A page is about to open in a conversation of its own. */
  starting = false;
  /** What was done on a page and is on its way. */
  readonly once = new Once(() => this.changed());
  /** The last action that failed, until the next one. */
  trouble: Trouble | null = null;
  /** What a form begins with on a page that is about to open. */
  #prefilled: { readonly id: string; readonly surface: string; readonly form: JsonObject } | null = null;
  /** The server has said which assistants there are, or that it won't. */
  met = false;
  /** The talk that was begun on the page it is still at, and how many were. */
  #begun = { id: "", page: "", assistant: "", times: 0 };
  /** The talk that was left to begin anew, or of which the one at hand is a `copy`: there is a way back to it. */
  left: { readonly id: string; readonly assistant: string; readonly copy?: string } | null = null;
  #unsent = "";
  #meeting: Promise<void>;
  /** What the next talk begins with; "" when the person has not said anything yet. */
  opening = "";
  #unwatch: () => void = () => undefined;
  readonly #first: FirstWords;
  #listed = "";
  #listing: number | undefined;

  constructor(base: string, draw: Draw) {
    super();
    this.pass = new Pass(base);
    this.api = new Api(base, this.pass);
    this.#first = new FirstWords(this.api);
    this.pages = new Pages(this.api, draw);
    this.conversations = new Conversations(this.api);
    this.pass.subscribe(() => this.changed());
    // What was done in another window is known when the reader comes back to this one.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && !this.pass.wanted) void this.conversations.load();
    });
    this.router.subscribe(() => this.#follow());
    this.#follow();
    this.#meeting = this.#meet();
  }

  /** All assistants, in the reader's language where they have it. */
  get assistants(): readonly AssistantInfo[] {
    return this.#assistants.map((info) => inLanguage(info, this.settings.language));
  }

  say(key: Key, values?: Values): string {
    return say(this.settings.language, key, values, this.about()?.own);
  }

  /** Whoever reads the page. */
  get reader(): Reader {
    return { language: this.settings.language, say: (key, values) => this.say(key, values) };
  }

  /** The surfaces of where the reader is; null until they are there, and where there are none. */
  get surfaces(): Surfaces | null {
    return this.conversation ? this.conversation.surfaces : this.home;
  }

  /** The surface the reader is at; for an address without one the one that was opened last. */
  get surface(): string {
    return this.router.route.surface ?? this.surfaces?.last ?? HOME;
  }

  /** Opens a surface: from home in a conversation of its own, elsewhere in the one the reader is in. */
  async start(surface: string, form?: JsonObject): Promise<void> {
    const { conversation } = this;
    if (conversation) {
      if (form) conversation.surfaces?.prefill(surface, form);
      if (await this.act(opening(surface))) this.router.go({ conversation: conversation.id, surface });
    } else if (this.home) await this.startAnew(surface, this.home.assistant, form);
  }

  /** Opens a surface of an assistant in a conversation of its own, wherever the reader is. */
  async startAnew(surface: string, assistant: string, form?: JsonObject): Promise<void> {
    if (this.starting) return;
    this.starting = true;
    this.changed();
    await this.#tried(async () => {
      const id = await begunAt(surface, assistant, this.api).finally(() => (this.starting = false));
      this.#prefilled = form ? { id, surface, form } : null;
      this.router.go({ conversation: id, surface });
    });
  }

  /** Tells the conversation what was done on a surface; true when the server took it. */
  async act({ surface, name, payload }: Acted): Promise<boolean> {
    const { conversation } = this;
    conversation?.surfaces?.hold(surface);
    const given = Object.entries(payload).filter(([, value]) => value !== null && value !== "");
    const event = { kind: "surface_acted", surface, name, payload: Object.fromEntries(given) };
    return this.once.run(JSON.stringify(event), () => this.#tried(async () => conversation?.tell(event)));
  }

  async answer(to: string, given: JsonObject): Promise<void> {
    const event = { kind: "answered", to, ...given };
    await this.once.run(`answered ${to}`, () => this.#tried(async () => this.conversation?.tell(event)));
  }

  forgetTrouble(): void {
    this.trouble = null;
    this.changed();
  }

  async #tried(does: () => Promise<unknown>): Promise<boolean> {
    this.trouble = null;
    try {
      await does();
    } catch (error) {
      this.trouble = error instanceof Trouble ? error : new Trouble(0, "unreachable", String(error));
    }
    this.changed();
    return this.trouble === null;
  }

  /** What is known of an assistant: of the one the reader is with when it is not named. */
  about(assistant = this.conversation?.assistant || this.router.route.assistant): AssistantInfo | undefined {
    return this.assistants.find(({ name }) => name === assistant);
  }

  /** There is no such conversation (any more): nothing of it can be read, and nothing said to it. */
  get gone(): boolean {
    return ["erased", "absent"].includes(this.conversation?.presence ?? "");
  }

  /** What was being written in the talks that were left, by the pages they are drawn on. */
  readonly unfinished = new Map<string, Unfinished>();

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
    const one = this.#assistants.find(({ beside }) => beside === "map");
    return one ? `/maps/${one.name}/background.json` : "";
  }

  /** The own language of the assistant on the page; "" when it is not known. */
  get tongue(): string {
    return (this.conversation && this.about(this.conversation.assistant)?.own) ?? "";
  }

  /** The title a tool or specialist gives itself, in the reader's language where it has one, and which that is. */
  titled(tool: string): { readonly title: string; readonly lang: string } {
    return titled(tool, this.assistants, this.settings.language);
  }

  /** Where a conversation is shown. */
  routeTo(conversation: string, assistant: string): Route {
    return { conversation, surface: null, ...(this.about(assistant)?.surfaces.length === 0 ? { talk: true } : {}) };
  }

  /** Begins a talk with what a person did first, which `tell` sends; Trouble when the server does not take it. */
  async begin(assistant: string, tell: (id: string) => Promise<unknown>): Promise<void> {
    const id = await this.#first.tell(assistant, tell, settingsOf(assistant, this.about(assistant)?.setup));
    this.#begun = { id, page: this.talkPage, assistant, times: this.#begun.times + 1 };
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
    this.forgetTrouble();
    this.conversation?.retry();
    void this.conversations.load();
    this.#meeting = this.#meet();
  }

  /** Lets a person out. The page starts anew, so that nothing of them stays in it for who comes next. */
  async signOut(): Promise<void> {
    if (!(await this.#tried(() => this.api.signOut()))) return;
    location.replace("#/");
    location.reload();
  }

  #follow(): void {
    const { conversation } = this.router.route;
    this.trouble = null;
    this.#first.opened(conversation);
    if (this.conversation?.id !== conversation) {
      this.#unwatch();
      this.conversation?.close();
      this.#listed = "";
      this.conversation = conversation ? new Conversation(this.api, conversation, (name) => this.#paged(name)) : null;
      if (this.conversation && conversation === this.#begun.id) this.conversation.assistant = this.#begun.assistant;
      this.conversation?.open();
      this.#unwatch = this.conversation?.subscribe(() => this.#listAgain()) ?? ((): void => undefined);
    }
    if (!conversation) void this.conversations.load();
    else if (this.conversations.state === "loading") void this.conversations.load();
    this.changed();
  }

  /** When this conversation is there, begins or ends its work, the frame says so and the list is read again. */
  #listAgain(): void {
    const now = this.conversation?.standing ?? "";
    if (now === this.#listed) return;
    this.#listed = now;
    this.changed();
    window.clearTimeout(this.#listing);
    this.#listing = window.setTimeout(() => void this.conversations.load(), 400);
  }

  /** The pages of a conversation, null where its assistant has none. */
  async #paged(assistant: string): Promise<Surfaces | null> {
    await this.#meeting;
    if (!this.#assistants.some(({ name, surfaces }) => name === assistant && surfaces.length > 0)) return null;
    const surfaces = await this.pages.fresh(assistant, (acted) => void this.act(acted));
    const first = this.#prefilled;
    if (first && first.id === this.conversation?.id) surfaces.prefill(first.surface, first.form);
    this.#prefilled = null;
    return surfaces;
  }

  /** Makes home of the pages of an assistant, where it has one for it. */
  async #furnish(assistant: string): Promise<void> {
    await this.#tried(async () => {
      const home = await this.pages.fresh(assistant, (acted) => void this.act(acted));
      if (home.has(HOME)) this.home = home;
    });
    this.furnished = true;
    this.changed();
  }

  async #meet(): Promise<void> {
    try {
      this.#assistants = await this.api.assistants();
      this.met = true;
      const first = this.#assistants.find(({ surfaces }) => surfaces.length > 0);
      if (first && !this.home) void this.#furnish(first.name);
    } catch {
      // Whoever has to sign in first is met after that; a server that is away, when it is back.
      this.met = !this.pass.wanted;
    }
    this.changed();
  }
}

export const appContext = createContext<App>("loket-app");
