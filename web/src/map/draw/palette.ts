/** The map's colours as the page has them now, and the moment when they change: the drawing knows no colour of its own. */
const NAMES = [
  "land",
  "wood",
  "water",
  "street",
  "kerb",
  "house",
  "border",
  "words",
  "halo",
  "pin",
  "pin-ink",
  "lit",
  "preview",
] as const;

export type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

/** What `--map-NAME` comes to at an element; the browser works out what a colour in forced colours or a mixture is. */
export function coloursAt(place: HTMLElement): Colours {
  const probe = document.createElement("span");
  probe.hidden = true;
  place.append(probe);
  const found = NAMES.map((name) => {
    probe.style.color = `var(--map-${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(found) as Colours;
}

/** A colour that lets through what lies below it. */
export function sheer(colour: string, share: number): string {
  const [red, green, blue] = colour.match(/[\d.]+/g) ?? [];
  return `rgba(${red}, ${green}, ${blue}, ${share})`;
}

/** The face of the page's text, for words on the map. */
export function faceAt(place: HTMLElement): string {
  return getComputedStyle(place).fontFamily || "sans-serif";
}

/** Calls when the page turns dark, light or to forced colours, until the returned function is called. */
export function watchColours(changed: () => void): () => void {
  const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener("change", changed);
  const page = new MutationObserver(changed);
  page.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
    page.disconnect();
  };
}
