/** Files that strangers sent: their bytes are downloaded under their name, and only addresses of the web are links. */
import { render } from "lit";
import { describe, expect, test } from "vitest";
import { fileList, sizeOf } from "../../src/chat/files.ts";
import type { FileRef } from "../../src/wire.ts";

const DIGEST = "ab".repeat(32);

function file(more: Partial<FileRef>): FileRef {
  return { name: "plan.png", media: "image/png", blob: null, uri: null, ...more };
}

function drawn(...files: FileRef[]): HTMLElement {
  const place = document.createElement("div");
  render(
    fileList(files, (sha256) => `/files/${sha256}`, "en"),
    place,
  );
  return place;
}

describe("what came along", () => {
  test("bytes that are kept are downloaded under the file's name", () => {
    const place = drawn(file({ blob: { sha256: DIGEST, size: 26, media: "image/png", preview: "" } }));
    const link = place.querySelector("a");
    expect(link?.getAttribute("href")).toBe(`/files/${DIGEST}`);
    expect(link?.getAttribute("download")).toBe("plan.png");
    expect(place.querySelector(".quiet")?.textContent).toBe("image/png, 26 bytes");
  });

  test("a file elsewhere is a link that says whose it is and tells nothing of us", () => {
    const link = drawn(file({ uri: "https://club.example/plan.png" })).querySelector("a");
    expect(link?.getAttribute("href")).toBe("https://club.example/plan.png");
    expect(link?.rel).toBe("noopener noreferrer nofollow");
    expect(link?.parentElement?.textContent).toContain("image/png, club.example");
  });

  test.each(["javascript:alert(1)", "data:text/html,<script>", "nonsense", ""])("%j leads nowhere", (uri) => {
    expect(drawn(file({ uri })).querySelectorAll("a")).toHaveLength(0);
  });

  test("names of strangers stay words", () => {
    const place = drawn(file({ name: "<img src=x onerror=alert(1)>", uri: "https://club.example/" }));
    expect(place.querySelectorAll("img")).toHaveLength(0);
    expect(place.querySelector("a")?.textContent).toContain("<img src=x onerror=alert(1)>");
  });

  test("nothing came", () => {
    expect(drawn().textContent).toBe("");
  });
});

test("sizes are read as people of a language read them", () => {
  expect([0, 999, 1500, 2_400_000].map((size) => sizeOf(size, "nl"))).toEqual([
    "0 byte",
    "999 byte",
    "1,5 kB",
    "2,4 MB",
  ]);
});
