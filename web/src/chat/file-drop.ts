/** Files that are dropped on an element or pasted into it. What is no file goes its usual way. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class FileDrop implements ReactiveController {
  /** Files are held over the element. */
  over = false;
  readonly #listens: readonly (readonly [keyof HTMLElementEventMap, (event: Event) => void])[];

  /** `open`: whether files are taken now; they are given to `take`. */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly open: () => boolean,
    private readonly take: (files: readonly File[]) => void,
  ) {
    this.#listens = [
      ["dragover", (event) => this.#hold(event as DragEvent)],
      ["dragleave", (event) => this.#leave(event as DragEvent)],
      ["drop", (event) => this.#drop(event as DragEvent)],
      ["paste", (event) => this.#paste(event as ClipboardEvent)],
    ];
    host.addController(this);
  }

  hostConnected(): void {
    for (const [name, listener] of this.#listens) this.host.addEventListener(name, listener);
  }

  hostDisconnected(): void {
    for (const [name, listener] of this.#listens) this.host.removeEventListener(name, listener);
  }

  #hold(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files") || !this.open()) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    this.#show(true);
  }

  #leave({ relatedTarget }: DragEvent): void {
    if (!(relatedTarget instanceof Node && this.host.contains(relatedTarget))) this.#show(false);
  }

  #drop(event: DragEvent): void {
    this.#show(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0 || !this.open()) return;
    event.preventDefault();
    this.take(files);
  }

  /** Whoever copied words in a program that adds a picture of them wants the words. */
  #paste(event: ClipboardEvent): void {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || event.clipboardData?.types.includes("text/plain") || !this.open()) return;
    event.preventDefault();
    this.take(files);
  }

  #show(over: boolean): void {
    if (over === this.over) return;
    this.over = over;
    this.host.requestUpdate();
  }
}
