/** The page's entry: finds the server, makes the app and hands it to the shell. */
import "./styles/index.css";
import "./catalog/catalog.ts";
import { Shell } from "./elements/shell.ts";
import { App } from "./state/app.ts";
import { findServer } from "./transport/place.ts";

const shell = document.querySelector("loket-shell");
if (shell instanceof Shell) shell.app = new App(await findServer());
