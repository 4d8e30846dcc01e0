/** The lines of the event log. Only what is in sight is in the page, so that 100,000 records scroll like 100. */
import { html } from "lit";
import { LightElement } from "../elements/light-element.ts";
import { clock } from "../elements/moment.ts";
import type { LogBook } from "./book.ts";
import type { Line } from "./line.ts";

/** The height of a line in pixels; the style sheet says the same. */
const ROW = 28;
const SPARE = 12;
/** Browsers cannot make a box higher than some 16 million pixels: beyond this the rows are scrolled in proportion. */
const TALLEST = 8_000_000;

/** What the list needs to know of what it shows. */
export type Rows = Pick<LogBook, "rows" | "seqAt" | "rowOf" | "line" | "found" | "want" | "subscribe">;

export class LogList extends LightElement {
  static override properties = {
    book: {},
    selected: {},
    follow: { type: Boolean },
    label: {},
    top: { state: true },
    height: { state: true },
  };
  declare book: Rows | null;
  declare selected: number;
  declare follow: boolean;
  declare label: string;
  declare top: number;
  declare height: number;
  #unlisten: () => void = () => undefined;
  #sizes: ResizeObserver | null = null;
  /** We scrolled ourselves: that is no wish of the reader. */
  #expected = -1;

  constructor() {
    super();
    this.book = null;
    this.selected = 0;
    this.follow = true;
    this.label = "";
    this.top = 0;
    this.height = 400;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unlisten();
    this.#sizes?.disconnect();
    this.#sizes = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#listen();
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("book")) this.#listen();
  }

  override render(): unknown {
    const rows = this.book?.rows ?? 0;
    const full = rows * ROW;
    const box = Math.min(full, TALLEST);
    const first = Math.max(0, this.#firstRow(full, box) - SPARE);
    const last = Math.min(rows, first + Math.ceil(this.height / ROW) + 2 * SPARE);
    const offset = this.#offset(first, full, box);
    const lines = Array.from({ length: Math.max(0, last - first) }, (_, index) => this.#row(first + index, rows));
    return html`<div
      class="log-scroll"
      role="listbox"
      aria-label=${this.label}
      aria-activedescendant=${this.selected ? `log-${this.selected}` : ""}
      tabindex="0"
      @scroll=${this.#scrolled}
      @keydown=${this.#key}
    >
      <div class="log-box" role="presentation" style="height:${box}px">
        <div class="log-rows" role="presentation" style="transform:translateY(${offset}px)">${lines}</div>
      </div>
    </div>`;
  }

  override updated(): void {
    const scroll = this.#scroll;
    if (!scroll) return;
    if (!this.#sizes) {
      this.#sizes = new ResizeObserver(() => (this.height = scroll.clientHeight));
      this.#sizes.observe(scroll);
    }
    if (this.follow && this.book && !this.book.found) this.#goTo(scroll.scrollHeight - scroll.clientHeight);
    this.#fetch();
  }

  get #scroll(): HTMLElement | null {
    return this.querySelector(".log-scroll");
  }

  #listen(): void {
    this.#unlisten();
    this.#unlisten = this.book?.subscribe(() => this.requestUpdate()) ?? (() => undefined);
  }

  #firstRow(full: number, box: number): number {
    if (full === box) return Math.floor(this.top / ROW);
    const share = this.top / Math.max(1, box - this.height);
    return Math.floor((share * (full - this.height)) / ROW);
  }

  /** Where the first drawn row stands, so that what is in sight stays under the eye. */
  #offset(first: number, full: number, box: number): number {
    if (full === box) return first * ROW;
    return Math.max(0, this.top - (this.#firstRow(full, box) - first) * ROW);
  }

  #row(row: number, rows: number): unknown {
    const seq = this.book?.seqAt(row) ?? 0;
    const line = this.book?.line(seq);
    const selected = seq === this.selected;
    return html`<div
      class="log-row ${selected ? "selected" : ""}"
      data-kind=${line?.kind ?? "coming"}
      role="option"
      id="log-${seq}"
      aria-selected=${selected ? "true" : "false"}
      aria-setsize=${rows}
      aria-posinset=${row + 1}
      @click=${() => this.#select(seq)}
    >
      <span class="seq">${seq}</span>${line ? cells(line) : html`<span class="quiet">…</span>`}
    </div>`;
  }

  #fetch(): void {
    const book = this.book;
    if (!book || book.found || book.rows === 0) return;
    const full = book.rows * ROW;
    const first = this.#firstRow(full, Math.min(full, TALLEST));
    book.want(first - SPARE, first + Math.ceil(this.height / ROW) + SPARE);
  }

  readonly #scrolled = (event: Event): void => {
    const scroll = event.target as HTMLElement;
    this.top = scroll.scrollTop;
    const own = Math.abs(scroll.scrollTop - this.#expected) < 2;
    const end = scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - 2;
    if (!own && !end && this.follow) this.dispatchEvent(new CustomEvent("loket-unfollow", { bubbles: true }));
  };

  readonly #key = (event: KeyboardEvent): void => {
    const book = this.book;
    if (!book) return;
    const page = Math.max(1, Math.floor(this.height / ROW) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -book.rows,
      End: book.rows,
    };
    const step = steps[event.key];
    if (step === undefined || book.rows === 0) return;
    event.preventDefault();
    const from = this.selected ? book.rowOf(this.selected) : step > 0 ? -1 : book.rows;
    const row = Math.min(book.rows - 1, Math.max(0, from + step));
    this.#select(book.seqAt(row));
    this.dispatchEvent(new CustomEvent("loket-unfollow", { bubbles: true }));
    this.#show(row);
  };

  /** Scrolls just so far that the row is in sight. */
  #show(row: number): void {
    const scroll = this.#scroll;
    const rows = this.book?.rows ?? 0;
    if (!scroll) return;
    const full = rows * ROW;
    const box = Math.min(full, TALLEST);
    const scale = full === box ? 1 : (box - this.height) / (full - this.height);
    const at = row * ROW;
    const top = full === box ? scroll.scrollTop : scroll.scrollTop / scale;
    if (at < top) this.#goTo(at * scale);
    else if (at + ROW > top + this.height) this.#goTo((at + ROW - this.height) * scale);
  }

  #goTo(top: number): void {
    const scroll = this.#scroll;
    if (!scroll || Math.abs(scroll.scrollTop - top) < 1) return;
    this.#expected = top;
    scroll.scrollTop = top;
    this.top = scroll.scrollTop;
  }

  #select(seq: number): void {
    if (!seq) return;
    this.book?.want(seq, seq);
    this.dispatchEvent(new CustomEvent("loket-select", { detail: seq, bubbles: true }));
  }
}

function cells(line: Line): unknown {
  return html`<time>${clock(line.at)}</time>
    <span class="kind" style="--depth:${Math.min(line.depth, 8)}">${line.kind}</span>
    <span class="summary">${line.summary}${line.reason ? html` <span class="quiet">${line.reason}</span>` : ""}</span>
    <span class="took">${line.tookMs === null ? "" : `${line.tookMs} ms`}</span>`;
}

customElements.define("loket-log-list", LogList);
