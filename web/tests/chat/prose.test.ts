/** Words of strangers stay words: no markup of theirs, and only http and https lead anywhere. */
import fc from "fast-check";
import { render } from "lit";
import { describe, expect, test } from "vitest";
import { follower, plainly, prose } from "../../src/chat/prose.ts";

function drawn(text: string): HTMLElement {
  const place = document.createElement("div");
  render(prose(text), place);
  return place;
}

const links = (text: string): (string | null)[] =>
  [...drawn(text).querySelectorAll("a")].map((link) => link.getAttribute("href"));

describe("markup of strangers", () => {
  test.each([
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "</p></div><iframe src=//evil.example>",
    "<a href='javascript:alert(1)'>press</a>",
    "[press](javascript:alert(1))",
    "![look](data:image/svg+xml,<svg>)",
  ])("%s is shown as it is", (text) => {
    const place = drawn(text);
    expect(place.textContent.trim()).toBe(text);
    expect(place.querySelectorAll("img, script, iframe, a, svg")).toHaveLength(0);
  });

  test.each(["- <b>one</b>\n- <img src=x>", "first\n\n* <svg onload=x>"])("also in a list: %j", (text) => {
    expect(drawn(text).querySelectorAll("b, img, svg")).toHaveLength(0);
  });
});

describe("what a person wrote", () => {
  test("is no Markdown", () => {
    const place = document.createElement("div");
    render(plainly("**bold** <b>\n- one https://a.example"), place);
    expect(place.textContent.trim()).toBe("**bold** <b>\n- one https://a.example");
    expect(place.querySelectorAll("strong, b, li")).toHaveLength(0);
    expect(place.querySelector("a")?.getAttribute("href")).toBe("https://a.example");
  });
});

describe("links", () => {
  test("with words of their own say where they lead", () => {
    const place = drawn("[the consulate](https://consulate.example/visa)");
    expect(place.querySelector("a")?.textContent).toBe("the consulate");
    expect(place.textContent.trim()).toBe("the consulate (consulate.example)");
  });

  test("whose words are an address lead to that address", () => {
    expect(links("[https://bank.example](https://evil.example)")).toEqual(["https://bank.example"]);
  });

  test("pictures from elsewhere are links, and are not fetched", () => {
    const place = drawn("![a map](https://tracker.example/p.png)");
    expect(place.querySelector("img")).toBeNull();
    expect(place.textContent.trim()).toBe("a map (tracker.example)");
  });

  test("http and https become links that give nothing away", () => {
    const link = drawn("See https://club.example/teams?age=10, please.").querySelector("a");
    expect(link?.getAttribute("href")).toBe("https://club.example/teams?age=10");
    expect(link?.rel.split(" ").sort()).toEqual(["nofollow", "noopener", "noreferrer"]);
    expect(link?.target).toBe("_blank");
  });

  test.each(["javascript:alert(1)", "data:text/html,<b>", "ftp://club.example", "file:///etc/hosts", "//club.example"])(
    "%s does not",
    (text) => expect(links(text)).toEqual([]),
  );

  test("to a file are its name, and long ones with values are shown by their site; each leads where it says", () => {
    const signed = `http://a.example/api/files/${"7".repeat(40)}?until=1&signature=${"s".repeat(60)}`;
    const place = drawn(`All is paid.\nnote.md: ${signed}\nSee http://b.example/x/plan.pdf?sig=${"s".repeat(90)} too.`);
    expect([...place.querySelectorAll("a")].map((link) => link.textContent)).toEqual([
      "note.md",
      "b.example/…/plan.pdf?…",
    ]);
    expect(links(`note.md: ${signed}`)).toEqual([signed]);
    expect(place.textContent).toContain("note.md (a.example)");
    const own = document.createElement("div");
    render(plainly(`note.md: ${signed}`), own);
    expect(own.textContent, "a person's words stay as they are").toBe(`note.md: ${signed}`);
  });

  test("what closes a sentence or a bracket is none of the address", () => {
    expect(links("(https://a.example) and http://b.example/x. Also “https://c.example”!")).toEqual([
      "https://a.example",
      "http://b.example/x",
      "https://c.example",
    ]);
  });

  test("an address can't break out of its attribute", () => {
    const place = drawn('https://a.example/"onmouseover="alert(1)');
    expect(place.querySelector("a")?.getAttributeNames()).not.toContain("onmouseover");
  });
});

describe("shape", () => {
  test("empty lines part paragraphs, single ones break a line", () => {
    const place = drawn("one\ntwo\n\nthree");
    expect(place.querySelectorAll("p")).toHaveLength(2);
    expect(place.querySelectorAll("br")).toHaveLength(1);
  });

  test("lines with a dash are a list, with what stands before and after it", () => {
    const place = drawn("It offers:\n- bread\n- cake\nThat is all.");
    expect([...place.querySelectorAll("li")].map((item) => item.textContent.trim())).toEqual(["bread", "cake"]);
    expect([...place.querySelectorAll("p")].map((part) => part.textContent.trim())).toEqual([
      "It offers:",
      "That is all.",
    ]);
  });

  test("Markdown has headings below those of the page, emphasis, numbered lists, quotes and code", () => {
    const place = drawn(
      "# Visa\n\nThe **D1** is _new_, `D2` not.\n\n3. three\n4. four\n\n> said\n\n```\n<b>x</b>\n```",
    );
    const texts = (of: string): string[] => [...place.querySelectorAll(of)].map((one) => one.textContent.trim());
    expect(["h3", "strong", "em", "p code", "ol li", "blockquote", "pre"].map(texts)).toEqual([
      ["Visa"],
      ["D1"],
      ["new"],
      ["D2"],
      ["three", "four"],
      ["said"],
      ["<b>x</b>"],
    ]);
    expect(place.querySelector("ol")?.getAttribute("start")).toBe("3");
  });

  test("a table has its columns named", () => {
    const place = drawn("| Visa | Fee |\n|---|--:|\n| D1 | 110 |\n| **D2** | 90 |");
    expect([...place.querySelectorAll("th")].map((one) => one.textContent)).toEqual(["Visa", "Fee"]);
    expect([...place.querySelectorAll("td")].map((one) => one.textContent)).toEqual(["D1", "110", "D2", "90"]);
  });

  test("what is half written does not turn a paragraph into a heading", () => {
    expect(drawn("It offers:\n-").querySelectorAll("h1, h2, h3, h4")).toHaveLength(0);
  });

  test("any text at all is drawn, and none of it runs", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ..."ab <>[]()!`|-*_#>\n".split(""),
            "https://a.example/",
            "javascript:",
            "<img src=x onerror=alert(1)>",
          ),
        ),
        (parts) => {
          const place = drawn(parts.join(""));
          expect(place.querySelectorAll("img, script, iframe, svg, [onerror]")).toHaveLength(0);
          for (const link of place.querySelectorAll("a")) expect(link.getAttribute("href")).toMatch(/^https?:/);
        },
      ),
    );
  });

  test("nothing is nothing", () => expect(drawn(" \n\n ").querySelectorAll("p, ul")).toHaveLength(0));
});

describe("what is in another language than the page", () => {
  const reader = { language: "en", say: (_: string, values: { name?: string | number } = {}) => `In ${values.name}` };
  const DUTCH = "Dat is wat de agent van de vereniging ons heeft verteld.";
  const ENGLISH = "That is what the agent of the club has told us.";

  function noted(text: string, usual = ""): (string | null)[] {
    const place = document.createElement("div");
    render(prose(text, follower(reader), usual), place);
    return [...place.querySelectorAll(".tongue")].map((note) => note.textContent);
  }

  test.each([
    [DUTCH, "", ["In Dutch"]],
    [ENGLISH, "", []],
    [`${DUTCH}\n\n${DUTCH}`, "", ["In Dutch"]],
    [`${DUTCH}\n\n${ENGLISH}\n\n${DUTCH}`, "", ["In Dutch", "In Dutch"]],
    ["Klaar.", "", []],
    ["Klaar.", "nl", ["In Dutch"]],
    ["Done.", "en", []],
    ["Fini.", "no language at all", []],
  ])("%s (%s)", (text, usual, notes) => {
    expect(noted(text, usual)).toEqual(notes);
  });

  test("texts below each other note a language once", () => {
    const place = document.createElement("div");
    const one = follower(reader);
    const texts = [DUTCH, "Klaar.", DUTCH, ENGLISH, DUTCH];
    render(
      texts.map((text) => prose(text, one)),
      place,
    );
    const notes = [...place.querySelectorAll(".prose")].map((part) => part.querySelectorAll(".tongue").length);
    expect(notes).toEqual([1, 0, 0, 0, 1]);
  });

  test("a language is the same one in every country", () => {
    expect(noted(`${DUTCH}\n\n${DUTCH}`, "nl-BE")).toEqual(["In Dutch"]);
    expect(noted(`Klaar.\n\n${DUTCH}`, "nl-BE")).toEqual(["In Dutch"]);
  });

  test("nothing is noted for nobody", () => {
    expect(drawn(DUTCH).querySelector(".tongue")).toBeNull();
  });
});
