/** Sends a form and tells how much of it went, which `fetch` can't. */

/** What the server said; `ok` when it took the form. Status 0: it could not be asked. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<unknown>;
}

/** A form may be large and the way to the server slow. */
const PATIENCE = 600_000;

/** How a form goes. */
interface Sending {
  readonly key: string;
  readonly credentials: RequestCredentials;
  /** Takes it back. */
  readonly signal: AbortSignal;
  /** Is given the part that went, from 0 to 1. */
  sent(part: number): void;
}

export function upload(url: string, form: FormData, { key, credentials, signal, sent }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error("unreachable")); // taken back while its talk was begun: nobody tells it
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.timeout = PATIENCE;
    request.withCredentials = credentials === "include";
    request.setRequestHeader("Idempotency-Key", key);
    request.upload.onprogress = ({ lengthComputable, loaded, total }): void => {
      if (lengthComputable && total > 0) sent(loaded / total);
    };
    request.onload = (): void => {
      const { status, responseText } = request;
      resolve({ ok: status >= 200 && status < 300, status, json: async () => JSON.parse(responseText) as unknown });
    };
    request.onerror = request.onabort = request.ontimeout = (): void => reject(new Error("unreachable"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
