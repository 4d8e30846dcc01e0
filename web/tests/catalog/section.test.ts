/** Only web addresses become links, whatever somebody calls an address. */
import { expect, test } from "vitest";
import { safeLink } from "../../src/catalog/section.ts";

test.each(["https://wetten.overheid.nl/BWBR0018451", "http://example.org/"])("%s is a link", (url) => {
  expect(safeLink(url)).toBe(url);
});

test.each(["javascript:alert(1)", "data:text/html,x", "JaVaScRiPt:x", "/relative", "", "vbscript:x", "file:///etc"])(
  "%s is none",
  (url) => {
    expect(safeLink(url)).toBeNull();
  },
);
