/** A card that is not as it was, where a run stands because of it: what changed, and the yes after which it goes on. */
import { shell } from "../shell.ts";
import { agreement, cardPanel } from "./card-panel.ts";
import { define, Piece } from "./parts.ts";
import { Refused, refusalBox } from "./refusal.ts";
import type { Run } from "./run.ts";
import type { CardCheck, Server } from "./server.ts";

const { html } = shell;

export class Agree extends Piece {
  static override properties = { run: {}, server: {}, card: { state: true } };
  declare run: Run;
  declare server: Server;
  /** Null until it was read. */
  declare card: CardCheck | Refused | null;

  constructor() {
    super();
    this.card = null;
  }

  protected override firstUpdated(): void {
    void this.#look();
  }

  override render(): unknown {
    const { card } = this;
    if (!card) return html`<p class="quiet breathing" role="status">${this.say("connect.busy")}</p>`;
    if (card instanceof Refused) return refusalBox(card, this.app, () => void this.#look());
    if (card.doubtful)
      return html`${cardPanel(card, this.app)} ${agreement(card, this.app, () => void this.#agree(card))}`;
    return html`<button type="button" class="primary" @click=${this.#on}>${this.app.say("again")}</button>`;
  }

  async #look(): Promise<void> {
    this.card = null;
    this.card = await this.server.card(this.run.endpoint).catch((error: unknown) => Refused.of(error));
  }

  async #agree(card: CardCheck): Promise<void> {
    try {
      await this.server.agree(this.run.endpoint, card.digest);
    } catch (error) {
      this.card = Refused.of(error);
      return;
    }
    this.#on();
  }

  /** The planner is told, and tries again; the reader goes on where the message will stand. */
  readonly #on = (): void => {
    this.closest(".wb-pane")?.querySelector<HTMLElement>(".wb-lines")?.focus();
    this.dispatchEvent(new Event("wb-agreed"));
  };
}

define("wb-agree", Agree);
