/** Days as people read them, wherever they are. */
import { afterEach, expect, test, vi } from "vitest";
import { day } from "../../src/elements/moment.ts";

afterEach(() => vi.unstubAllEnvs());

test.each(["America/Sao_Paulo", "Europe/Amsterdam", "Pacific/Auckland"])("a day is the same one in %s", (zone) => {
  vi.stubEnv("TZ", zone);
  expect(day("2030-03-20", "en-GB")).toBe("20 March 2030");
  expect(day("2030-03-20T12:00:00Z", "en-GB")).toBe(zone.startsWith("Pacific") ? "21 March 2030" : "20 March 2030");
  expect(day("soon", "en-GB")).toBe("soon");
});
