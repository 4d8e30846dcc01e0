/** A stream gives the same messages however it is cut and whatever its line ends are. */
import { expect, test } from "vitest";
import { Parser } from "../../src/transport/sse.ts";

const STREAM =
  ': ping\r\n\r\nid: 7\ndata: {"a":1}\n\ndata: one\ndata: two\r\n\r\nevent: endpoint\rdata:x\r\rretry: 10\n\n';
const MESSAGES = [
  { event: "message", data: '{"a":1}', id: "7" },
  { event: "message", data: "one\ntwo", id: null },
  { event: "endpoint", data: "x", id: null },
];

test("whole", () => {
  expect(new Parser().push(STREAM)).toEqual(MESSAGES);
});

test("cut at every place", () => {
  for (let cut = 0; cut <= STREAM.length; cut++) {
    const parser = new Parser();
    const heard = [...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))];
    expect(heard).toEqual(MESSAGES);
  }
});

test("one character at a time", () => {
  const parser = new Parser();
  expect([...STREAM].flatMap((piece) => parser.push(piece))).toEqual(MESSAGES);
});

test("what is not finished is not a message", () => {
  expect(new Parser().push("data: half\n")).toEqual([]);
});
