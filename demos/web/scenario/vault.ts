/** The files of a run: who gave them, how large they are, what may leave, and their digests. */
import { sizeOf } from "../../../web/src/chat/files.ts";
import type { JsonObject } from "../../../web/src/transport/json.ts";
import { shell } from "../shell.ts";
import { define, Piece } from "./parts.ts";
import type { Run } from "./run.ts";
import type { VaultFile } from "./vault-fold.ts";
import type { Key } from "./words.ts";

const { html, nothing } = shell;
const { iconOf } = shell.draw;

const SOURCES: Readonly<Record<VaultFile["source"], Key>> = {
  user: "source.user",
  agent: "source.ours",
  "remote-agent": "source.agent",
  synth: "source.synth",
};

export class VaultList extends Piece {
  static override properties = { run: {} };
  declare run: Run;

  override render(): unknown {
    const files = [...this.run.story.vault.files.values()];
    if (files.length === 0) return html`<p class="quiet wb-none">${this.say("files.none")}</p>`;
    return html`<ul class="wb-vault">
      ${files.map((file) => this.#file(file))}
    </ul>`;
  }

  #deed(key: Key, deed: string, body: JsonObject): unknown {
    return html`<button
      type="button"
      class="plain"
      aria-label="${this.say(key)}: ${String(body["file"])}"
      @click=${() => this.dispatchEvent(new CustomEvent("wb-act", { bubbles: true, detail: { deed, body } }))}
    >
      ${this.say(key)}
    </button>`;
  }

  #file(file: VaultFile): unknown {
    const { conversation, api, settings } = this.app;
    const { name, digest, media, size, source, summary } = file;
    const facts = [media, size ? sizeOf(size, settings.language) : "", this.say(SOURCES[source])];
    return html`<li>
      <p>
        ${iconOf("clip")}
        ${
          digest && conversation
            ? html`<a href=${api.fileAddress(conversation.id, digest)} download=${name}>${name}</a>`
            : html`<span>${name}</span>`
        }
        ${file.private ? html`<span class="pill asks">${this.say("files.private")}</span>` : nothing}
        ${file.priority ? html`<span class="pill done">${this.say("files.priority")}</span>` : nothing}
      </p>
      <p class="quiet">${facts.filter(Boolean).join(" · ")}</p>
      ${summary ? html`<p>${summary}</p>` : nothing}
      <div class="buttons">
        ${this.#deed(file.private ? "files.unsetPrivate" : "files.setPrivate", "flag", { file: name, private: !file.private })}
        ${this.#deed(file.priority ? "files.unsetPriority" : "files.setPriority", "flag", { file: name, priority: !file.priority })}
        ${this.#deed("files.remove", "purge", { file: name })}
      </div>
      ${digest ? html`<p class="quiet"><code class="wb-digest">sha256 ${digest}</code></p>` : nothing}
    </li>`;
  }
}

define("wb-vault", VaultList);
