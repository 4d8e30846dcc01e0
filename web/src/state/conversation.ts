/** The records of one conversation: the views folded from them, kept up to date by the stream, and the event log. */
import { Commands } from "../folds/commands.ts";
import { Costs } from "../folds/costs.ts";
import { Drafts } from "../folds/drafts.ts";
import { Questions } from "../folds/questions.ts";
import { Steps } from "../folds/steps.ts";
import { Transcript } from "../folds/transcript.ts";
import { LogBook } from "../log/book.ts";
import { type Api, type Enclosed, type Snapshot, Trouble } from "../transport/api.ts";
import { isObject, type JsonObject, objectOf, parseJson } from "../transport/json.ts";
import { Link } from "../transport/link.ts";
import type { Message } from "../transport/sse.ts";
import type {
  CommandsState,
  CostsState,
  QuestionsState,
  Record as LogRecord,
  StepsState,
  TranscriptState,
} from "../wire.ts";
import type { Surfaces } from "../surfaces/surfaces.ts";
import { Changes } from "./changes.ts";

export type Presence = "loading" | "ready" | "absent" | "erased" | "lost";

const PAGE = 1000;
/** Many records at once are drawn once. */
const CALM = 40;

export class Conversation extends Changes {
  presence: Presence = "loading";
  title = "";
  /** The name of the assistant, "" until it is known. */
  assistant = "";
  readonly drafts = new Drafts();
  readonly log: LogBook;
  readonly link: Link;
  #steps = new Steps();
  #questions = new Questions();
  #transcript = new Transcript();
  #commands = new Commands();
  #costs = new Costs();
  #upto = 0;
  #open = false;
  #drawing: number | undefined;
  /** Words are drawn in the frame they come in. */
  #frame: number | undefined;
  /** Records that were asked for by their seq and are not here yet. */
  readonly #sought = new Set<number>();
  /** Fetching them failed: nothing is asked for until the line is up again. */
  #unreachable = false;
  /** It was loaded again because the server has fewer records than the page; once, until the line is up. */
  #reloaded = false;

  /** The pages of its assistant, null where it has none. */
  surfaces: Surfaces | null = null;

  constructor(
    private readonly api: Api,
    readonly id: string,
    private readonly paged: (assistant: string) => Promise<Surfaces | null>,
  ) {
    super();
    this.log = new LogBook((after, limit) => this.api.records(this.id, { after, limit: Math.min(limit, PAGE) }));
    const course = {
      url: () => this.api.followAddress(this.id, this.#upto, this.surfaces !== null),
      heard: (message: Message) => this.#heard(message),
    };
    this.link = new Link(course, this.api.pass);
    this.link.subscribe(() => this.#linked());
  }

  get steps(): StepsState {
    return this.#steps.state();
  }

  /** How it stands, in so many words as tell one standing from another. */
  get standing(): string {
    const { working, message, status } = this.steps;
    return `${this.assistant} ${this.presence} ${working} ${message} ${status}`;
  }

  get questions(): QuestionsState {
    return this.#questions.state();
  }

  get transcript(): TranscriptState {
    return this.#transcript.state();
  }

  /** What the client was told to do, in order. */
  get commands(): CommandsState {
    return this.#commands.state();
  }

  /** What its models used and cost. */
  get costs(): CostsState {
    return this.#costs.state();
  }

  open(): void {
    this.#open = true;
    void this.#load();
  }

  close(): void {
    this.#open = false;
    this.#rest();
    this.link.close();
  }

  /** Looks again: the conversation may have been made since, or the server may be back. */
  retry(): void {
    if (this.#open && (this.presence === "lost" || this.presence === "absent")) void this.#load();
    else this.link.retry();
  }

  /** Tells the conversation something a person did. */
  tell(event: JsonObject): Promise<void> {
    return this.#missing(this.api.tell(this.id, event, crypto.randomUUID()));
  }

  /** Says something that files come with. */
  send(text: string, enclosed: Enclosed): Promise<void> {
    return this.#missing(this.api.send(this.id, text, enclosed));
  }

  async #missing(told: Promise<unknown>): Promise<void> {
    try {
      await told;
    } catch (error) {
      this.#miss(error instanceof Trouble ? error.status : 0);
      throw error;
    }
  }

  /** A record by its seq; while it is being fetched there is none, and whoever listens is told when it is here. */
  record(seq: number): JsonObject | undefined {
    const line = this.log.line(seq);
    if (line || this.#unreachable || this.#sought.has(seq)) return line?.raw;
    this.#sought.add(seq);
    const stop = this.log.subscribe(() => {
      if (!this.log.line(seq) && !this.log.broken) return;
      stop();
      this.#sought.delete(seq);
      this.#unreachable ||= !this.log.line(seq);
      this.changed();
    });
    this.log.want(seq, seq);
    return undefined;
  }

  #linked(): void {
    const { state, code } = this.link;
    if (state === "live" && this.presence === "lost") void this.#load();
    if (state === "live") this.#reloaded = this.#unreachable = false;
    if (state === "refused" && code === "no_record" && this.#open && !this.#reloaded) {
      this.#reloaded = true;
      this.log.forget();
      void this.#load();
    } else if (state !== "refused" || !this.#miss(this.link.status)) this.changed();
  }

  /** The server has it no longer: it was deleted in another window, or by a program. True when it says so. */
  #miss(status: number): boolean {
    const gone = this.#open && (status === 404 || status === 410);
    if (gone) {
      this.link.close();
      this.#become(status === 410 ? "erased" : "absent");
    }
    return gone;
  }

  async #load(): Promise<void> {
    this.#become("loading");
    try {
      const snapshot = await this.api.conversation(this.id);
      this.title = snapshot.title;
      this.assistant = snapshot.assistant;
      this.surfaces ??= await this.paged(this.assistant);
      this.#begin(snapshot);
      this.log.reach(snapshot.upto);
      this.#become("ready");
      if (this.#open) this.link.open();
    } catch (error) {
      const status = error instanceof Trouble ? error.status : 0;
      this.#become(status === 410 ? "erased" : status === 404 ? "absent" : "lost");
      // The line tells when the server is back, and then it is asked again.
      if (status === 0 && this.#open) this.link.open();
    }
  }

  /** Goes on from the views of the server; when it folds them in another way, from the first record. */
  #begin(snapshot: Snapshot): void {
    const state = (name: string, version: string): unknown => {
      const view = objectOf(snapshot.views[name]);
      return view["version"] === version && isObject(view["state"]) ? view["state"] : undefined;
    };
    const steps = state("steps", Steps.version) as StepsState | undefined;
    const questions = state("questions", Questions.version) as QuestionsState | undefined;
    const transcript = state("transcript", Transcript.version) as TranscriptState | undefined;
    const commands = state("commands", Commands.version) as CommandsState | undefined;
    const costs = state("costs", Costs.version) as CostsState | undefined;
    const known = Boolean(steps && questions && transcript && commands && costs);
    this.#steps = new Steps(known ? steps : undefined);
    this.#questions = new Questions(known ? questions : undefined);
    this.#transcript = new Transcript(known ? transcript : undefined);
    this.#commands = new Commands(known ? commands : undefined);
    this.#costs = new Costs(known ? costs : undefined);
    this.#upto = known ? snapshot.upto : 0;
    this.drafts.forget();
  }

  #heard(message: Message): void {
    const data = parseJson(message.data);
    if (!isObject(data) || this.presence !== "ready") return;
    if (message.event === "page") return void this.surfaces?.take(data);
    if (typeof data["seq"] === "number") this.#take(data, data["seq"]);
    else if (this.drafts.note(data)) {
      this.#frame ??= window.requestAnimationFrame(() => this.#draw());
      return;
    } else return;
    this.#drawing ??= window.setTimeout(() => this.#draw(), CALM);
  }

  #take(record: JsonObject, seq: number): void {
    if (seq > this.#upto) {
      this.#upto = seq;
      this.#steps.apply(record as unknown as LogRecord);
      this.#questions.apply(record as unknown as LogRecord);
      this.#transcript.apply(record as unknown as LogRecord);
      this.#commands.apply(record as unknown as LogRecord);
      this.#costs.apply(record as unknown as LogRecord);
      this.drafts.record(record["event"]);
    }
    this.log.take(record);
  }

  #draw(): void {
    this.#rest();
    this.changed();
  }

  #rest(): void {
    window.clearTimeout(this.#drawing);
    window.cancelAnimationFrame(this.#frame ?? 0);
    this.#drawing = this.#frame = undefined;
  }

  #become(presence: Presence): void {
    this.presence = presence;
    this.changed();
  }
}
