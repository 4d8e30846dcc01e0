/** Chosen files: within the limits of the server, the same message when it is tried again, taken by drop and paste. */
import { LitElement } from "lit";
import { describe, expect, test } from "vitest";
import { ALL_BYTES, ChosenFiles, FILE_BYTES, MOST, valuesOf } from "../../src/chat/chosen-files.ts";
import { FileDrop } from "../../src/chat/file-drop.ts";

function file(name: string, size = 3): File {
  const one = new File(["abc"], name);
  Object.defineProperty(one, "size", { value: size });
  return one;
}

function chosen(): ChosenFiles & { names: string[] } {
  const files = new ChosenFiles(() => undefined);
  return Object.defineProperty(files, "names", { get: () => files.all.map((one) => one.name) }) as never;
}

describe("what is chosen", () => {
  test("is added, taken away and emptied, and whoever draws it hears of it", () => {
    let drawn = 0;
    const files = new ChosenFiles(() => drawn++);
    const [a, b] = [file("a"), file("b")];
    files.add([a, b]);
    files.remove(a);
    expect(files.all).toEqual([b]);
    files.clear();
    expect(files.all).toEqual([]);
    expect(drawn).toBe(3);
  });

  test.each([
    ["files.empty", [file("zero", 0)], []],
    ["files.tooLarge", [file("big", FILE_BYTES + 1)], []],
    ["files.tooMuch", [file("a", FILE_BYTES), file("b", ALL_BYTES - FILE_BYTES + 1)], ["a"]],
    ["files.tooMany", Array.from({ length: MOST + 1 }, (_, at) => file(`${at}`)), [..."0123456789"]],
  ] as const)("%s: the rest is kept", (key, given, kept) => {
    const files = chosen();
    files.add(given);
    expect(files.refusal).toMatchObject({ key, name: given.at(-1)?.name });
    expect(files.names).toEqual(kept);
    files.add([]);
    expect(files.refusal).toBeNull();
  });

  test("a limit is said in bytes or as a number of files", () => {
    const size = (bytes: number): string => `${bytes / 1e6} MB`;
    expect(valuesOf({ key: "files.tooLarge", name: "a", limit: FILE_BYTES }, size)).toEqual({
      name: "a",
      limit: "20 MB",
    });
    expect(valuesOf({ key: "files.tooMany", name: "a", limit: MOST }, size)).toEqual({ name: "a", limit: MOST });
  });

  test("tried again unchanged it is the same message; with other words or files it is another", () => {
    const files = chosen();
    files.add([file("a")]);
    const first = files.with("words");
    first.sent(0.5);
    expect(files.part).toBe(0.5);
    const again = files.with("words");
    expect([again.key, files.part]).toEqual([first.key, 0]);
    expect(files.with("other words").key).not.toBe(first.key);
    const before = files.with("words").key;
    files.add([file("b")]);
    expect(files.with("words").key).not.toBe(before);
  });
});

class Talk extends LitElement {
  open = true;
  readonly took: File[] = [];
  readonly drop = new FileDrop(
    this,
    () => this.open,
    (files) => this.took.push(...files),
  );
}
customElements.define("test-talk", Talk);

function talk(): Talk {
  const place = new Talk();
  document.body.replaceChildren(place);
  return place;
}

function happened(place: Talk, name: string, field: string, files: File[], types: string[]): boolean {
  const event = new Event(name, { bubbles: true, cancelable: true });
  Object.defineProperty(event, field, { value: { files, types } });
  place.dispatchEvent(event);
  return event.defaultPrevented;
}

describe("files over a talk", () => {
  test("are shown to be welcome and taken when they are dropped", () => {
    const place = talk();
    expect(happened(place, "dragover", "dataTransfer", [], ["Files"])).toBe(true);
    expect(place.drop.over).toBe(true);
    expect(happened(place, "drop", "dataTransfer", [file("a")], ["Files"])).toBe(true);
    expect([place.drop.over, place.took.map((one) => one.name)]).toEqual([false, ["a"]]);
  });

  test("words that are dragged or pasted go their usual way, with their picture", () => {
    const place = talk();
    expect(happened(place, "dragover", "dataTransfer", [], ["text/plain"])).toBe(false);
    expect(happened(place, "paste", "clipboardData", [file("words.png")], ["text/plain", "Files"])).toBe(false);
    expect([place.drop.over, place.took]).toEqual([false, []]);
  });

  test("are pasted", () => {
    const place = talk();
    expect(happened(place, "paste", "clipboardData", [file("image.png")], ["Files"])).toBe(true);
    expect(place.took).toHaveLength(1);
  });

  test("are left alone where nothing takes them, and after the talk is gone", () => {
    const place = talk();
    place.open = false;
    for (const name of ["dragover", "drop"])
      expect(happened(place, name, "dataTransfer", [file("a")], ["Files"])).toBe(false);
    place.open = true;
    place.remove();
    expect(happened(place, "drop", "dataTransfer", [file("a")], ["Files"])).toBe(false);
    expect(place.took).toEqual([]);
  });
});
