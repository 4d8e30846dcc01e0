/** Where a reader is in a talk: at its end, which follows what comes, or above it. */
import type { LitElement, ReactiveController } from "lit";

/** This near the end of the page the reader is at the end. */
const NEAR = 120;

export class ReadingPlace implements ReactiveController {
  /** Something new came below what the reader sees. */
  behind = false;
  readonly #host: LitElement;
  #atEnd = true;
  #height = 0;
  #turns = 0;
  /** Where the page itself has scrolled to; anywhere else it was the reader. */
  #top = 0;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("scroll", this.#scrolled, { passive: true });
  }

  hostDisconnected(): void {
    window.removeEventListener("scroll", this.#scrolled);
  }

  hostUpdated(): void {
    const height = document.documentElement.scrollHeight;
    const turns = this.#host.querySelectorAll(".turn").length;
    if (height === this.#height && turns === this.#turns) return;
    // A question that closes may take more room away than what is new takes.
    const grown = height > this.#height || turns > this.#turns;
    [this.#height, this.#turns] = [height, turns];
    // Where nothing was said yet there is no end to be at: the reader begins at the title.
    if (turns === 0) return;
    if (this.#atEnd) this.toEnd();
    else if (grown) this.#setBehind(true);
  }

  /** The reader did something: what comes of it is followed. */
  stay(): void {
    this.#atEnd = true;
  }

  toEnd(): void {
    this.#setBehind(false);
    window.scrollTo({ top: document.documentElement.scrollHeight });
    // A question is read from its beginning, also where it does not fit whole.
    const asking = this.#host.querySelector(".turn:last-child .question");
    const question = asking?.closest(".step") ?? asking;
    const covered = question ? parseFloat(getComputedStyle(question).scrollMarginTop) || 0 : 0;
    if (question && question.getBoundingClientRect().top < covered) question.scrollIntoView({ block: "start" });
    this.#top = document.documentElement.scrollTop;
  }

  readonly #scrolled = (): void => {
    const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
    if (scrollTop === this.#top) return;
    this.#top = scrollTop;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.#atEnd) this.#setBehind(false);
  };

  #setBehind(behind: boolean): void {
    if (behind === this.behind) return;
    this.behind = behind;
    this.#host.requestUpdate();
  }
}
