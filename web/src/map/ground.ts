/** What lies under the maps: the four backgrounds, and which of them this browser's reader chose. */
export const GROUNDS = ["none", "grey", "colour", "ortho"] as const;
export type Ground = (typeof GROUNDS)[number];

/** Where the live background comes from. */
export const GROUND = "https://geo.so.ch/";

const NAME = "loket.map.ground";

export function chosenGround(): Ground {
  try {
    const kept = localStorage.getItem(NAME);
    return GROUNDS.find((one) => one === kept) ?? "grey";
  } catch {
    return "grey";
  }
}

export function keepGround(ground: Ground): void {
  try {
    localStorage.setItem(NAME, ground);
  } catch {
    // Storage may be forbidden or full: the choice then lasts until the page is left.
  }
}

/** The shipped background has no aerial photo; where that was chosen, grey stands in for it. */
export function shownGround(ground: Ground, live: boolean): Ground {
  return ground === "ortho" && !live ? "grey" : ground;
}
