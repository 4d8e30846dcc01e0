/** Amounts are read the way people write them. */
import { expect, test } from "vitest";
import { amountOf, written } from "../../src/catalog/amount.ts";

test.each([
  ["30000", 30000],
  ["30.000", 30000],
  ["€ 30.000,-", 30000],
  ["30.000,50", 30000.5],
  ["1.234.567", 1234567],
  ["12,5", 12.5],
  ["0", 0],
])("%s", (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});

test.each(["veel", "30.00.0", "-5", "1e5", "12,345,6", "", "NaN", "<b>"])("%s is no amount", (text) => {
  expect(amountOf(text)).toBeNull();
});

test("an amount is shown as it is written here", () => {
  expect(written(30000)).toBe("30.000");
  expect(written("")).toBe("");
  expect(amountOf(written(1355.04))).toBe(1355.04);
  expect(written(712.4, "€")).toBe("712,40");
  expect(written(30000, "€")).toBe("30.000");
  expect(written(7.5)).toBe("7,5");
});
