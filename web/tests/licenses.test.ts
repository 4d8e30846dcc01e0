import { expect, test } from "vitest";
import { packagesOf, section } from "../licenses.ts";

test("files come from their package, once, and ours from none", () => {
  const files = [
    "/w/node_modules/@a/b/files/x.woff2",
    "/w/node_modules/@a/b/y.woff",
    "/w/node_modules/c/d.png",
    "/w/src/e.svg",
  ];
  expect(packagesOf(files)).toEqual(["/w/node_modules/@a/b", "/w/node_modules/c"]);
});

test("a package is named with its licence and the text of it", () => {
  const told = section("node_modules/@fontsource/atkinson-hyperlegible-next");
  expect(told).toMatch(/^\n## @fontsource\/atkinson-hyperlegible-next - [\d.]+ \(OFL-1\.1\)\n/);
  expect(told).toContain("SIL OPEN FONT LICENSE");
});
