/** Every place has one address, and odd addresses lead home. */
import { expect, test } from "vitest";
import { hashOf, HOME, routeOf } from "../../src/state/router.ts";

const ID = "639IJR1BgwiPmU0OE5f35X";

test.each([
  ["#/", { conversation: null, surface: HOME }],
  [`#/c/${ID}`, { conversation: ID, surface: null }],
  [`#/c/${ID}/toeslagen`, { conversation: ID, surface: "toeslagen" }],
])("%s", (hash, route) => {
  expect(routeOf(hash)).toEqual(route);
  expect(hashOf(route)).toBe(hash);
});

test.each(["", "#", "#/c/", "#/c/short/toeslagen", "#/x/y", "#/c/../../etc", "#/c/%00%00"])("%s leads home", (hash) => {
  expect(routeOf(hash)).toEqual({ conversation: null, surface: HOME });
});

test("an address nobody can decode is no reason for a blank page", () => {
  expect(routeOf(`#/c/${ID}/%E0%A4`)).toEqual({ conversation: ID, surface: "%E0%A4" });
});

test("a surface with odd characters comes back", () => {
  const route = { conversation: ID, surface: "a/b?c" };
  expect(routeOf(hashOf(route))).toEqual(route);
});
