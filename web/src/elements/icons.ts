/** Our own icons: lines on a grid of 24, drawn in the colour of the text. They never stand alone as the only sign. */
import { svg, html, type TemplateResult } from "lit";

const PATHS = {
  home: "M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5",
  coins:
    "M3.5 7c0-1.4 2.7-2.5 6-2.5s6 1.1 6 2.5-2.7 2.5-6 2.5-6-1.100-6-2.500zM3.500 7v4.500c0 1.400 2.700 2.500 6 2.500M3.500 11.500V16c0 1.400 2.700 2.500 6 2.500M9 15c0-1.400 2.600-2.500 5.700-2.500s5.800 1.100 5.800 2.500-2.600 2.500-5.800 2.500S9 16.400 9 15zM9 15v3c0 1.400 2.600 2.500 5.700 2.500s5.800-1.100 5.800-2.500v-3",
  letter: "M6 3.500h8.500L19 8v12.500H6zM14 3.500V8.500h5M9 12h7M9 15h7M9 18h4",
  check: "M5 12.500 10 17.500 19 7",
  question: "M9 9.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.100-1.500 2.400M12 18v.01",
  alert: "M12 4 21 19.500H3zM12 10v4.500M12 17v.01",
  clock: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 7.500V12l3 2",
  dot: "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z",
  dots: "M5.500 12v.01M12 12v.01M18.500 12v.01",
  down: "M6 9.500 12 15.500l6-6",
  right: "M9.500 6 15.500 12l-6 6",
  back: "M19 12H5M11 6l-6 6 6 6",
  clip: "M20 11.500 12.500 19a5 5 0 0 1-7-7L13 4.500a3.300 3.300 0 0 1 4.700 4.700L10.500 16.500a1.700 1.700 0 0 1-2.400-2.400l6.400-6.400",
  close: "M6 6l12 12M18 6 6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  log: "M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h7",
  copy: "M9 8.500h10.500v12H9zM15 8.500V4H4.500v12H9",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  print: "M7 9V4h10v5M7 17H4.500V9.500h15V17H17M7 14h10v6H7z",
  trash: "M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13M10.500 11v5.500M13.500 11v5.500",
  stop: "M7 7h10v10H7z",
  send: "M4 12 20 4l-4.500 16-4-6.500zM11.500 13.500 20 4",
  again: "M19 12a7 7 0 1 1-2.200-5.100M19 4v4h-4",
  search: "M10.500 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5",
  source: "M5 5c2.500-.8 5-.5 7 1 2-1.500 4.500-1.800 7-1v13c-2.500-.8-5-.5-7 1-2-1.500-4.500-1.800-7-1zM12 6v13",
  agent: "M4.500 5h15v10.500H12L8 19v-3.500H4.500zM8.500 9h7M8.500 12h4.500",
  info: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 11v5M12 8v.01",
  link: "M10 14 19 5M13 5h6v6M17 14v5H5V7h5",
  list: "M5 7h14M5 12h14M5 17h9",
  map: "M9 4.500 3.500 6.500v13l5.500-2 6 2 5.500-2v-13l-5.500 2zM9 4.500v13M15 6.500v13",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400",
  good: "M7.5 11v9H4v-9zM7.5 11l4-7.500c1.500 0 2.500 1 2.300 2.600L13.300 9.500h5.200c1.100 0 1.800 1 1.500 2l-1.900 7c-.2.9-1 1.500-1.900 1.500H7.5",
  bad: "M7.5 13V4H4v9zM7.5 13l4 7.500c1.500 0 2.500-1 2.300-2.600l-.5-3.400h5.200c1.100 0 1.800-1 1.500-2l-1.900-7C17.900 4.600 17.100 4 16.200 4H7.5",
  edit: "M4.500 19.500 5.500 15 16 4.500l3.500 3.500L9 18.500zM13.500 7l3.500 3.500",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  up: "M6 14.500 12 8.500l6 6",
  pin: "M12 21c-4-5-6.500-8-6.500-11a6.500 6.500 0 0 1 13 0c0 3-2.500 6-6.500 11zM12 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  layers: "M12 4 3.500 8.500 12 13l8.500-4.500zM4.500 12.500 12 16.500l7.500-4M4.500 16 12 20l7.500-4",
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
