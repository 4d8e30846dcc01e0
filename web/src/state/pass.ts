/** Who is here, as far as the server lets the page know: whether it wants a token, and whether somebody signed in. */
import { Changes } from "./changes.ts";

const KEPT = "loket.signedIn";

export class Pass extends Changes {
  /** The server answers nothing before somebody has signed in. */
  wanted = false;
  /** Somebody signed in here. The cookie itself is for the server alone: no script can read it. */
  held: boolean;
  readonly #base: string;

  constructor(base: string) {
    super();
    this.#base = base;
    this.held = read() === this.#name;
  }

  /**
   * A server elsewhere gets the cookie only once somebody signed in: a browser takes no answer to a request with
   * cookies from a server that knows nothing of them.
   */
  get credentials(): RequestCredentials {
    return this.held ? "include" : "same-origin";
  }

  /** Tells what a server refused a request with. */
  refused(status: number, code: string): void {
    if (status !== 401 || code !== "no_token" || this.wanted) return;
    this.wanted = true;
    this.#keep(false);
    this.changed();
  }

  /** The server took the token. */
  granted(): void {
    this.wanted = false;
    this.#keep(true);
    this.changed();
  }

  /** The server has thrown the cookie away. */
  returned(): void {
    this.#keep(false);
    this.changed();
  }

  #keep(held: boolean): void {
    this.held = held;
    try {
      if (held) localStorage.setItem(KEPT, this.#name);
      else localStorage.removeItem(KEPT);
    } catch {
      // Storage may be forbidden: then a server elsewhere asks again after a reload.
    }
  }

  /** Which server it is for: whoever signed in at one did not sign in at another. */
  get #name(): string {
    return this.#base || location.origin;
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
