/** The page's entry: finds the server, makes the app and hands it to the shell. Only this file knows both the app and the catalog. */
import "./styles/index.css";
import { catalog } from "./catalog/catalog.ts";
import { speak } from "./catalog/words.ts";
import { Shell } from "./elements/shell.ts";
import { App } from "./state/app.ts";
import { findServer } from "./transport/place.ts";

const shell = document.querySelector("loket-shell");
if (shell instanceof Shell) {
  const app = new App(await findServer(), catalog);
  const follow = (): void => speak(app.settings.language);
  app.settings.subscribe(follow);
  follow();
  shell.app = app;
}
