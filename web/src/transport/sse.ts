/** Server-sent events: from pieces of text to messages. One reader owns a stream from start to end. */
import { objectOf, parseJson, textOf } from "./json.ts";

/** One event of a stream: its data lines joined, and its id when it has one. */
export interface Message {
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

/** Takes text in any pieces and gives the messages that are complete; CR, LF and CRLF end a line. */
export class Parser {
  #rest = "";
  #event = "";
  #data: string[] = [];
  #id: string | null = null;

  /** The messages completed by this piece. */
  push(piece: string): Message[] {
    const text = this.#rest + piece;
    const messages: Message[] = [];
    let start = 0;
    for (;;) {
      const end = lineEnd(text, start);
      if (end === null) break;
      const message = this.#line(text.slice(start, end.at));
      if (message) messages.push(message);
      start = end.next;
    }
    this.#rest = text.slice(start);
    return messages;
  }

  #line(line: string): Message | null {
    if (line === "") return this.#finish();
    if (line.startsWith(":")) return null;
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.#data.push(value);
    else if (name === "event") this.#event = value;
    else if (name === "id") this.#id = value;
    return null;
  }

  #finish(): Message | null {
    const message = { event: this.#event || "message", data: this.#data.join("\n"), id: this.#id };
    const some = this.#data.length > 0;
    this.#event = "";
    this.#data = [];
    this.#id = null;
    return some ? message : null;
  }
}

/** Where the next line ends; null while it may still go on (a CR at the very end may be half of a CRLF). */
function lineEnd(text: string, start: number): { at: number; next: number } | null {
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === "\n") return { at, next: at + 1 };
    if (char === "\r") {
      if (at + 1 === text.length) return null;
      return { at, next: text[at + 1] === "\n" ? at + 2 : at + 1 };
    }
  }
  return null;
}

/** Thrown when a stream was answered with something else: the HTTP status, and the server's code when it gave one. */
export class NoStream extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`The server answered ${status} instead of a stream.`);
  }
}

/** Where a stream is, and whether cookies go along. */
export interface Source {
  readonly url: string;
  readonly credentials: RequestCredentials;
}

/** What the reader of a stream wants to know. */
export interface Hearing {
  /** The server answered; messages follow. */
  opened(): void;
  /** Bytes came in, a ping included. */
  alive(): void;
  heard(message: Message): void;
}

/** Reads a stream until it ends, breaks or is aborted; NoStream when the answer is no stream. */
export async function readStream(source: Source, signal: AbortSignal, hearing: Hearing): Promise<void> {
  const { url, credentials } = source;
  const headers = { Accept: "text/event-stream" };
  const answer = await fetch(url, { headers, cache: "no-store", credentials, signal });
  if (!answer.ok || !answer.body) throw new NoStream(answer.status, await codeOf(answer));
  hearing.opened();
  const parser = new Parser();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    hearing.alive();
    for (const message of parser.push(value)) hearing.heard(message);
  }
}

/** The stable code in an answer of our own server; "" in any other. */
async function codeOf(answer: Response): Promise<string> {
  const body = parseJson(await answer.text().catch(() => ""));
  return textOf(objectOf(objectOf(body)["error"])["code"]);
}
