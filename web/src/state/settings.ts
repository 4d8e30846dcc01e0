/** What a person chose for this browser: language, theme, whether the event log is open. Kept in local storage only. */
import { type Language, LANGUAGES, learn } from "../i18n/words.ts";
import { Changes } from "./changes.ts";

export type { Language };
export type Theme = "system" | "light" | "dark";

const CODES = LANGUAGES.map(([code]) => code);
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export class Settings extends Changes {
  language: Language;
  theme: Theme = pick(THEMES, read("loket.theme")) ?? "system";
  drawer: boolean = read("loket.drawer") === "open";

  constructor() {
    super();
    this.language = ownLanguage();
    this.#apply();
  }

  /** Stays with the language there is when the other one can't be fetched. */
  async setLanguage(language: Language): Promise<void> {
    try {
      await learn(language);
      this.language = language;
      this.#keep("loket.language", language);
    } catch {
      this.changed();
    }
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

/** What was chosen here before, else what the browser asks for. */
export function ownLanguage(): Language {
  return pick(CODES, read("loket.language")) ?? ofBrowser();
}

/** The language of ours that is the one named, whatever the country: "de-CH" is German. */
function nearest(locale: string): Language | undefined {
  const [language] = locale.toLowerCase().split("-");
  return CODES.find((code) => code.split("-")[0] === language);
}

/** The first language of the browser that is one of ours; whoever has none of them is more likely to read English. */
function ofBrowser(): Language {
  return navigator.languages.map(nearest).find((language) => language !== undefined) ?? "en";
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
