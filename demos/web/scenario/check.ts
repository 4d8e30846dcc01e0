/** Whether an agent keeps what its card and the protocol promise: what `loket check` says, at the press of a button. */
import { isObject, type JsonObject, listOf, textOf } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { define, Piece } from "./parts.ts";
import { Refused, refusalBox } from "./refusal.ts";
import type { Server } from "./server.ts";
import type { Key } from "./words.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

/** What is broken first; each with its look and its icon. */
const OUTCOMES = [
  ["failed", "error", "alert"],
  ["warned", "asks", "alert"],
  ["passed", "done", "check"],
  ["skipped", "", "stop"],
] as const;

export class AgentCheck extends Piece {
  static override properties = { server: {}, url: {}, checks: { state: true }, busy: { state: true } };
  declare server: Server;
  declare url: string;
  /** Null before it was asked for. */
  declare checks: readonly JsonObject[] | Refused | null;
  declare busy: boolean;

  constructor() {
    super();
    this.checks = null;
    this.busy = false;
  }

  /** Another agent was not checked yet. */
  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("url")) this.checks = null;
  }

  override render(): unknown {
    const { checks } = this;
    if (checks instanceof Refused) return refusalBox(checks, this.app, () => void this.#check());
    return html`<div>
        <button type="button" aria-disabled=${this.busy ? "true" : nothing} @click=${() => void this.#check()}>
          ${iconOf("check")}${this.say("check.button")}
        </button>
      </div>
      <p class="quiet">${this.say("check.hint")}</p>
      <div role="status">
        ${this.busy ? html`<p class="quiet breathing">${this.say("check.busy")}</p>` : nothing}
        ${checks && !this.busy ? this.#report(checks) : nothing}
      </div>`;
  }

  #report(checks: readonly JsonObject[]): unknown {
    return OUTCOMES.map(([outcome, look, icon]) => {
      const those = checks.filter((check) => check["outcome"] === outcome);
      if (those.length === 0) return nothing;
      return html`<details ?open=${outcome === "failed" || outcome === "warned"}>
        <summary>
          <span class="pill ${look}">${this.say(`check.${outcome}` as Key, { count: those.length })}</span>
        </summary>
        <ul class="wb-warnings ${look}" lang="en">
          ${those.map(
            (check) =>
              html`<li>
                ${iconOf(icon)}<span><strong>${textOf(check["group"])}</strong>: ${textOf(check["text"])}</span>
              </li>`,
          )}
        </ul>
      </details>`;
    });
  }

  async #check(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const { url } = this;
    try {
      const told = await this.server.checked(url);
      if (url === this.url) this.checks = listOf(told["checks"]).filter(isObject);
    } catch (error) {
      this.checks = Refused.of(error);
    } finally {
      this.busy = false;
    }
  }
}

define("wb-check", AgentCheck);
