/** The page's entry: registers the shell element. */
import "./shell.ts";
