/** Our own icons: lines on a grid of 24, drawn in the colour of the text. They never stand alone as the only sign. */
import { svg, html, type TemplateResult } from "lit";

const PATHS = {
  home: "M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5",
  coins:
    "M3.5 7c0-1.4 2.7-2.5 6-2.5s6 1.1 6 2.5-2.7 2.5-6 2.5-6-1.1-6-2.5zM3.5 7v4.5c0 1.4 2.7 2.5 6 2.5M3.5 11.5V16c0 1.4 2.7 2.5 6 2.5M9 15c0-1.4 2.6-2.5 5.7-2.5s5.8 1.1 5.8 2.5-2.6 2.5-5.8 2.5S9 16.4 9 15zM9 15v3c0 1.4 2.6 2.5 5.7 2.5s5.8-1.1 5.8-2.5v-3",
  letter: "M6 3.5h8.5L19 8v12.5H6zM14 3.5V8.5h5M9 12h7M9 15h7M9 18h4",
  check: "M5 12.5 10 17.5 19 7",
  question: "M9 9.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4M12 18v.01",
  alert: "M12 4 21 19.5H3zM12 10v4.5M12 17v.01",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
  dot: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  dots: "M5.5 12v.01M12 12v.01M18.5 12v.01",
  down: "M6 9.5 12 15.5l6-6",
  right: "M9.5 6 15.5 12l-6 6",
  back: "M19 12H5M11 6l-6 6 6 6",
  clip: "M20 11.5 12.5 19a5 5 0 0 1-7-7L13 4.5a3.3 3.3 0 0 1 4.7 4.7L10.5 16.5a1.7 1.7 0 0 1-2.4-2.4l6.4-6.4",
  close: "M6 6l12 12M18 6 6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  log: "M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h7",
  copy: "M9 8.5h10.5v12H9zM15 8.5V4H4.5v12H9",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  print: "M7 9V4h10v5M7 17H4.5V9.5h15V17H17M7 14h10v6H7z",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",
  stop: "M7 7h10v10H7z",
  send: "M4 12 20 4l-4.5 16-4-6.5zM11.5 13.5 20 4",
  again: "M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4",
  search: "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5",
  source: "M5 5c2.5-.8 5-.5 7 1 2-1.5 4.5-1.8 7-1v13c-2.5-.8-5-.5-7 1-2-1.5-4.5-1.8-7-1zM12 6v13",
  agent: "M4.5 5h15v10.5H12L8 19v-3.5H4.5zM8.5 9h7M8.5 12h4.5",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8v.01",
  link: "M10 14 19 5M13 5h6v6M17 14v5H5V7h5",
  list: "M5 7h14M5 12h14M5 17h9",
  map: "M9 4.5 3.5 6.5v13l5.5-2 6 2 5.5-2v-13l-5.5 2zM9 4.5v13M15 6.5v13",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4",
  good: "M7.5 11v9H4v-9zM7.5 11l4-7.5c1.5 0 2.5 1 2.3 2.6L13.3 9.5h5.2c1.1 0 1.8 1 1.5 2l-1.9 7c-.2.9-1 1.5-1.9 1.5H7.5",
  bad: "M7.5 13V4H4v9zM7.5 13l4 7.5c1.5 0 2.5-1 2.3-2.6l-.5-3.4h5.2c1.1 0 1.8-1 1.5-2l-1.9-7C17.9 4.6 17.1 4 16.2 4H7.5",
  edit: "M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  up: "M6 14.5 12 8.5l6 6",
  pin: "M12 21c-4-5-6.5-8-6.5-11a6.5 6.5 0 0 1 13 0c0 3-2.5 6-6.5 11zM12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  layers: "M12 4 3.5 8.5 12 13l8.5-4.5zM4.5 12.5 12 16.5l7.5-4M4.5 16 12 20l7.5-4",
} as const;

/** The names of our own; those that pages bring are known only while the page is there. */
export type IconName = keyof typeof PATHS;

const BROUGHT = new Map<string, string>();

/** Takes the icons of a page in; none of them replaces one of ours. */
export function addIcons(paths: Readonly<Record<string, string>>): void {
  for (const [name, path] of Object.entries(paths)) BROUGHT.set(name, path);
}

export function isIcon(name: string): name is IconName {
  return Object.hasOwn(PATHS, name) || BROUGHT.has(name);
}

/** The icon, hidden from assistive technology: the word beside it says the same. */
export function iconOf(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${svg`<path d=${PATHS[name] ?? BROUGHT.get(name)} />`}
  </svg>`;
}
