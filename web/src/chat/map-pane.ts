/** The map beside a talk: what the log says is on it, and for a moment what a choice that is looked at would show. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import { toldBefore } from "../log/told.ts";
import type { Skipped } from "../map/things.ts";
import { openQuestions } from "../state/timeline.ts";
import type { JsonObject } from "../transport/json.ts";
import type { CommandsState } from "../wire.ts";
import { MapScript } from "./map-script.ts";
import { actionsOf } from "./options.ts";
import { liveSource } from "./plan.ts";

const NONE: CommandsState = { upto: 0, dropped: 0, items: [] };

export class MapPane extends LightElement {
  static override properties = {
    large: { type: Boolean, reflect: true },
    state: { state: true },
    skipped: { state: true },
    reading: { state: true },
  };
  /** It has been given more room than the talk. */
  declare large: boolean;
  declare state: "coming" | "here" | "failed";
  /** The last thing the map was told and could not do; null when the reader has seen it. */
  declare skipped: Skipped | null;
  /** What the view of the log has no longer is being read from the log itself. */
  declare reading: "" | "coming" | "failed";
  readonly #here = new Here(this, (app) => [app.settings, app.beside, app.conversation]);
  readonly #script = new MapScript();

  constructor() {
    super();
    this.large = false;
    this.state = "coming";
    this.skipped = null;
    this.reading = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#here.app.beside.leave();
  }

  override render(): unknown {
    const { app } = this.#here;
    return html`<section class="map-pane" aria-label=${app.say("map.label")}>
      ${this.#inside()} ${this.#note()} ${this.#cut()}
      <button type="button" class="map-size" @click=${() => (this.large = !this.large)}>
        ${iconOf(this.large ? "up" : "down")}<span>${app.say(this.large ? "beside.smaller" : "beside.larger")}</span>
      </button>
    </section>`;
  }

  #inside(): unknown {
    const { app } = this.#here;
    const { conversation } = app;
    if (this.state === "coming")
      return html`<div class="map-coming" role="status">
        <p class="quiet breathing">${app.say("map.coming")}</p>
      </div>`;
    if (this.state === "failed")
      return html`<div class="map-coming">
        <div class="box error" role="alert">
          <p>${app.say("beside.failed")}</p>
          <button type="button" @click=${() => void this.#load()}>${iconOf("again")}${app.say("again")}</button>
        </div>
      </div>`;
    const from = conversation ? liveSource(conversation.steps, (seq) => conversation.record(seq)) : null;
    return html`<loket-map
      .actions=${this.#actions()}
      .preview=${app.beside.preview}
      .server=${app.api.base || nothing}
      ?live=${from !== null}
      .credit=${from ? `© ${from}` : ""}
      @loket-map-unknown=${(event: CustomEvent<Skipped>) => (this.skipped = event.detail)}
    ></loket-map>`;
  }

  /** Nothing is left out without a word. */
  #note(): unknown {
    const { app } = this.#here;
    if (!this.skipped) return html`<div class="map-note" role="status"></div>`;
    const { type, reason } = this.skipped;
    return html`<div class="map-note" role="status">
      <p>${app.say("map.skipped", { type, why: app.say(`map.why.${reason}`) })}</p>
      <button
        type="button"
        class="plain icon-only"
        aria-label=${app.say("close")}
        @click=${() => (this.skipped = null)}
      >
        ${iconOf("close")}
      </button>
    </div>`;
  }

  /** Of a long talk only the last commands are at hand: that is said, and the others are a click away. */
  #cut(): unknown {
    const { app } = this.#here;
    const { missing } = this.#script;
    if (missing === 0) return nothing;
    return html`<div class="map-note map-cut" role="status">
      <p>${app.say(this.reading === "failed" ? "map.cut.failed" : "map.cut", { count: missing })}</p>
      <button type="button" ?disabled=${this.reading === "coming"} @click=${() => void this.#read()}>
        ${app.say(this.reading === "failed" ? "again" : "map.cut.read")}
      </button>
    </div>`;
  }

  async #read(): Promise<void> {
    const { conversation } = this.#here.app;
    if (!conversation) return;
    this.reading = "coming";
    const earlier = await toldBefore(conversation.log, this.#script.since);
    this.reading = earlier ? "" : "failed";
    if (earlier) this.#script.begin(earlier);
  }

  /** What the map is told; while somebody is to choose, it looks at what there is to choose from. */
  #actions(): readonly JsonObject[] {
    const { conversation } = this.#here.app;
    const list = this.#script.told(conversation?.commands ?? NONE);
    if (!conversation) return list;
    const question = openQuestions(conversation.steps).findLast(({ choices }) => choices.length > 0);
    return question
      ? this.#script.asked(question.id, actionsOf(conversation.record(Number(question.id))).values())
      : list;
  }

  async #load(): Promise<void> {
    this.state = "coming";
    try {
      const [{ read }, { isRefusal }] = await Promise.all([
        import("../map/actions.ts"),
        import("../map/things.ts"),
        import("../map/element.ts"),
      ]);
      this.#here.app.beside.open((action) => {
        const command = read(action);
        return isRefusal(command) ? `map.why.${command.refused}` : null;
      });
      this.state = "here";
    } catch {
      this.state = "failed";
    }
  }
}

customElements.define("loket-map-pane", MapPane);
