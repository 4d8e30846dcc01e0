/** What a person chose for this browser: language, theme, whether the event log is open. Kept in local storage only. */
import { type Language, LANGUAGES } from "../i18n/words.ts";
import { Changes } from "./changes.ts";

export type { Language };
export type Theme = "system" | "light" | "dark";

const CODES = LANGUAGES.map(([code]) => code);
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export class Settings extends Changes {
  language: Language;
  theme: Theme = pick(THEMES, read("loket.theme")) ?? "system";
  drawer: boolean = read("loket.drawer") === "open";

  /** Nobody chose a language, and the browser's says nothing. */
  #open: boolean;

  constructor() {
    super();
    const known = pick(CODES, read("loket.language")) ?? ofBrowser();
    this.#open = known === undefined;
    this.language = known ?? "nl";
    this.#apply();
  }

  /** Follows the assistant on the page, as long as nothing else says what the reader understands. */
  follow(locale: string): void {
    const theirs = nearest(locale);
    if (!this.#open || !theirs || theirs === this.language) return;
    this.language = theirs;
    this.#apply();
    this.changed();
  }

  setLanguage(language: Language): void {
    this.#open = false;
    this.language = language;
    this.#keep("loket.language", language);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.#keep("loket.theme", theme);
  }

  setDrawer(open: boolean): void {
    this.drawer = open;
    this.#keep("loket.drawer", open ? "open" : "closed");
  }

  #keep(name: string, value: string): void {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Storage may be forbidden or full: the choice then lasts until the page is left.
    }
    this.#apply();
    this.changed();
  }

  #apply(): void {
    const page = document.documentElement;
    page.lang = this.language;
    if (this.theme === "system") delete page.dataset["theme"];
    else page.dataset["theme"] = this.theme;
  }
}

/** The language of ours that is the one named, whatever the country: "de-CH" is German. */
function nearest(locale: string): Language | undefined {
  const [language] = locale.toLowerCase().split("-");
  return CODES.find((code) => code.split("-")[0] === language);
}

/** What the browser was set to. English is what many are that nobody ever set, so it counts as not said. */
function ofBrowser(): Language | undefined {
  const language = nearest(navigator.language);
  return language === "en" ? undefined : language;
}

function pick<T extends string>(choices: readonly T[], value: string | null): T | undefined {
  return choices.find((choice) => choice === value);
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
