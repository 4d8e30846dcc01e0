/** The page's entry: finds the server, makes the app and hands it to the shell. Only this file knows both the app and the catalog. */
import "./styles/index.css";
import { Shell } from "./elements/shell.ts";
import { learn } from "./i18n/words.ts";
import { App } from "./state/app.ts";
import { ownLanguage } from "./state/settings.ts";
import { findServer } from "./transport/place.ts";

const shell = document.querySelector("loket-shell");
if (shell instanceof Shell) {
  const [server] = await Promise.all([findServer(), learn(ownLanguage())]);
  const app = new App(server, async (assistant, pages, act) => {
    const { drawn, speak } = await import("./catalog/renderer.ts");
    speak(app.settings.language);
    return drawn(assistant, pages, act);
  });
  // Before the first page there is nothing yet that could speak.
  app.settings.subscribe(() => {
    if (app.surfaces) void import("./catalog/renderer.ts").then(({ speak }) => speak(app.settings.language));
  });
  shell.app = app;
}
