/** The place of the keyboard: what had the focus and goes away leaves it to what is nearest, so that nobody starts anew. */

const TAKES = "h1, [tabindex], a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary";

/** Watches over this part of the page until what it returns is called. */
export function keepFocus(host: HTMLElement): () => void {
  let path: readonly Element[] = [];
  const focused = ({ target }: Event): void => {
    path = [];
    for (let at = target as Element | null; at && at !== host.parentElement; at = at.parentElement)
      path = [...path, at];
  };
  // Who points elsewhere is there.
  const pointed = (): void => {
    path = [];
  };
  const changed = (): void => {
    if (path.length === 0 || path[0]?.isConnected || document.activeElement !== document.body) return;
    for (const near of path.filter((one) => one.isConnected)) {
      const next = near.matches("[tabindex]") ? near : near.querySelector(TAKES);
      if (next instanceof HTMLElement) return next.focus({ preventScroll: true });
    }
  };
  const watch = new MutationObserver(changed);
  watch.observe(host, { childList: true, subtree: true });
  host.addEventListener("focusin", focused);
  host.addEventListener("pointerdown", pointed);
  return () => {
    watch.disconnect();
    host.removeEventListener("focusin", focused);
    host.removeEventListener("pointerdown", pointed);
  };
}

/** Escape leaves what was begun there. */
export function onEscape(leave: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    leave();
  };
}
