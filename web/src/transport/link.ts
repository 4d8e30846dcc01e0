/** One stream that is kept up: it comes back by itself after a break, waits longer each time, and rests in hidden tabs. */
import { Changes } from "../state/changes.ts";
import type { Pass } from "../state/pass.ts";
import { type Message, NoStream, readStream } from "./sse.ts";

export type LinkState = "closed" | "connecting" | "live" | "resting" | "lost" | "refused";

const WAITS = [500, 1000, 2000, 4000, 8000, 15000];
/** The server pings every 15 s; three missed pings are a dead line. */
const SILENCE = 45_000;
/** A browser keeps only six lines to one server: a tab nobody looks at gives its own back. */
const REST_AFTER = 20_000;

/** What to read and whom to tell. `url` is asked again before every attempt, so that it can continue where it was. */
export interface Course {
  url(): string;
  heard(message: Message): void;
  /** The line is (again) up; the messages of this attempt follow. */
  opened?(): void;
}

export class Link extends Changes {
  state: LinkState = "closed";
  /** The HTTP status when the server refused to stream. */
  status = 0;
  /** The server's code for why it refused; "" when it gave none. */
  code = "";
  /** When the next attempt is made (ms since 1970), after a break. */
  retryAt = 0;
  #attempt = 0;
  #stop = new AbortController();
  #timer: number | undefined;
  #rest: number | undefined;
  #unwatch: () => void = () => undefined;
  readonly #course: Course;
  readonly #pass: Pass;

  constructor(course: Course, pass: Pass) {
    super();
    this.#course = course;
    this.#pass = pass;
  }

  open(): void {
    this.close();
    const seen = (): void => this.#seen();
    const online = (): void => this.retry();
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("online", online);
    this.#unwatch = () => {
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("online", online);
    };
    void this.#connect();
  }

  close(): void {
    this.#unwatch();
    this.#unwatch = () => undefined;
    this.#cut();
    this.#become("closed");
  }

  /** Tries at once when the line is down. */
  retry(): void {
    if (this.state === "lost" || this.state === "resting" || this.state === "refused") void this.#connect();
  }

  #seen(): void {
    window.clearTimeout(this.#rest);
    if (document.visibilityState === "visible") {
      this.retry();
    } else if (this.state === "live") {
      this.#rest = window.setTimeout(() => {
        this.#cut();
        this.#become("resting");
      }, REST_AFTER);
    }
  }

  #cut(): void {
    window.clearTimeout(this.#timer);
    window.clearTimeout(this.#rest);
    this.#stop.abort();
  }

  async #connect(): Promise<void> {
    this.#cut();
    const stop = (this.#stop = new AbortController());
    if (this.state !== "lost") this.#become("connecting");
    let watch: number | undefined;
    const alive = (): void => {
      window.clearTimeout(watch);
      watch = window.setTimeout(() => stop.abort(new Error("silence")), SILENCE);
    };
    alive();
    try {
      const source = { url: this.#course.url(), credentials: this.#pass.credentials };
      await readStream(source, stop.signal, {
        opened: () => {
          this.#attempt = 0;
          this.#course.opened?.();
          this.#become("live");
        },
        alive,
        heard: (message) => {
          if (!stop.signal.aborted) this.#course.heard(message);
        },
      });
      this.#broke(stop, null);
    } catch (error) {
      this.#broke(stop, error instanceof NoStream ? error : null);
    } finally {
      window.clearTimeout(watch);
    }
  }

  #broke(stop: AbortController, refusal: NoStream | null): void {
    if (stop !== this.#stop || (stop.signal.aborted && !silent(stop.signal))) return;
    const status = (this.status = refusal?.status ?? 0);
    this.code = refusal?.code ?? "";
    if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      this.#become("refused");
      this.#pass.refused(status, this.code);
      return;
    }
    const wait = WAITS[Math.min(this.#attempt, WAITS.length - 1)] ?? 15_000;
    this.#attempt += 1;
    this.retryAt = Date.now() + wait;
    this.#timer = window.setTimeout(() => void this.#connect(), wait);
    // A line that ends is often back at once, or will never be: only who tried in vain says that it is lost.
    this.#become(this.#attempt > 1 ? "lost" : "connecting");
  }

  #become(state: LinkState): void {
    this.state = state;
    this.changed();
  }
}

function silent(signal: AbortSignal): boolean {
  return signal.reason instanceof Error && signal.reason.message === "silence";
}
