/** What a step made that can be opened: a document, for as long as its link is good, and a page about it. */
import { html, nothing } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { Here } from "../elements/here.ts";
import { iconOf } from "../elements/icons.ts";
import { moment } from "../elements/moment.ts";
import { langIn } from "../i18n/tongue.ts";
import { type JsonObject, textOf } from "../transport/json.ts";

/** Longer waits than this are counted wrongly by a browser. */
const MOST = 2 ** 31 - 1;

/** The links of a result, checked. */
export interface Papers {
  readonly pdf: string;
  /** The server itself hands it out: following the link does not leave the page. */
  readonly own: boolean;
  /** What the document is called; "" when nobody says. */
  readonly label: string;
  readonly page: string;
  /** When the link to the document ends; NaN when it does not. */
  readonly until: number;
  /** What to say to have it made anew; "" when that is not known. */
  readonly again: string;
}

/** The papers in the data of a result; null when there are none. `base` is where the server is; `again` as in Papers. */
export function papersOf(data: JsonObject, base: string, again = ""): Papers | null {
  const text = (name: string): string => textOf(data[name]);
  const [pdf, page] = [safe(text("pdfUrl"), base), safe(text("mapUrl"), base)];
  if (!pdf && !page) return null;
  const own = pdf !== "" && new URL(pdf).origin === new URL(base || location.origin).origin;
  return { pdf, own, label: text("pdfLabel"), page, until: Date.parse(text("expiresAt")), again };
}

/** The address when it is one of the web or of our own server; "" for everything else. */
function safe(raw: string, base: string): string {
  const own = base || location.origin;
  if (!raw || !URL.canParse(raw, own)) return "";
  const url = new URL(raw, own);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : "";
}

export class PaperLinks extends LightElement {
  static override properties = { papers: { attribute: false }, name: {}, locale: {} };
  declare papers: Papers | null;
  /** What the document is called in the reader's words, when its maker does not say; "" when nobody does. */
  declare name: string;
  /** The language of the label. */
  declare locale: string;
  readonly #here = new Here(this, (app) => [app.settings]);
  #timer: number | undefined;

  constructor() {
    super();
    this.papers = null;
    this.name = "";
    this.locale = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  override render(): unknown {
    const { papers } = this;
    if (!papers) return nothing;
    const { app } = this.#here;
    const over = papers.until <= Date.now();
    return html`<ul class="papers">
      ${papers.pdf ? html`<li>${over ? this.#over(papers) : this.#paper(papers)}</li>` : nothing}
      ${
        papers.page
          ? html`<li>
              <a href=${papers.page} target="_blank" rel="noopener noreferrer"
                >${iconOf("link")}<span>${app.say("paper.page")}</span></a
              >
            </li>`
          : nothing
      }
    </ul>`;
  }

  /** The link changes by itself when its time is over. */
  override updated(): void {
    window.clearTimeout(this.#timer);
    const left = (this.papers?.until ?? NaN) - Date.now();
    if (left > 0 && left < MOST) this.#timer = window.setTimeout(() => this.requestUpdate(), left + 20);
  }

  #paper({ pdf, own, label, until }: Papers): unknown {
    const { app } = this.#here;
    const end = Number.isNaN(until) ? "" : moment(new Date(until).toISOString(), app.say("date.locale"));
    return html`<a class="button" href=${pdf} target=${own ? nothing : "_blank"} rel="noopener noreferrer"
        >${iconOf("download")}<span lang=${label ? langIn(label, this.locale) : nothing}
          >${label || this.name || app.say("paper.pdf")}</span
        ></a
      >
      ${end ? html`<span class="quiet">${app.say("paper.until", { time: end })}</span>` : nothing}`;
  }

  #over({ label, again }: Papers): unknown {
    const { app } = this.#here;
    return html`<span class="quiet">${label || this.name || app.say("paper.pdf")}: ${app.say("paper.over")}</span> ${
        again
          ? html`<button
              type="button"
              @click=${() => this.dispatchEvent(new CustomEvent("loket-again", { detail: again }))}
            >
              ${iconOf("again")}${app.say("paper.again")}
            </button>`
          : nothing
      }`;
  }
}

customElements.define("loket-papers", PaperLinks);
