/** Names the packages whose files are in the bundle as they are: Vite's own list knows only those whose code is. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The folders of the packages that these files come from. */
export function packagesOf(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => PACKAGE.exec(file)?.[0] ?? ""))].filter((folder) => folder !== "").sort();
}

/** A package as Vite's list names it, with the text that has to go wherever its files go; a package without one can't
 * be shipped. */
export function section(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const text = ["LICENSE", "LICENSE.md", "LICENSE.txt", "OFL.txt"].map((name) => join(folder, name)).find(existsSync);
  if (text === undefined || about.license === undefined) {
    throw new Error(`${about.name}: its files are in the bundle, and it says no licence`);
  }
  return `\n## ${about.name} - ${about.version} (${about.license})\n\n${readFileSync(text, "utf8").trim()}\n`;
}

/** Adds them to the list once it is written. */
export function licensesOfFiles(list: string): Plugin {
  let root = "";
  return {
    name: "licenses-of-files",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    writeBundle(options, bundle) {
      const assets = Object.values(bundle).filter((part) => part.type === "asset");
      const files = assets.flatMap((asset) => asset.originalFileNames.map((file) => join(root, file)));
      const path = join(options.dir ?? "", list);
      const written = readFileSync(path, "utf8").trimEnd();
      writeFileSync(path, `${written}\n${packagesOf(files).map(section).join("")}`);
    },
  };
}
