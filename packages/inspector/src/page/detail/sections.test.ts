import { expect, test } from "vitest";
import { Conversation, type Entry } from "../../reading/index.js";
import type { PageRow } from "../core/reader.js";
import { rawOf, sectionsOf } from "./sections.js";

/** The last row of a conversation, and its message. */
function lastOf(...messages: readonly unknown[]): [PageRow, unknown] {
  const conversation = new Conversation();
  const rows = messages.flatMap((message, index) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...Object(message) });
    return conversation.add({ t: index, connection: 1, from: index % 2 === 0 ? "client" : "editor", text });
  });
  const row = rows.at(-1);
  if (!row) throw new Error("There is no row.");
  return [{ ...row, part: undefined, isRequestGone: false }, row.message];
}

const call = (name: string, given: unknown) => ({ id: 1, method: "tools/call", params: { name, arguments: given } });
const answer = (...texts: string[]) => ({ id: 1, result: { content: texts.map((text) => ({ type: "text", text })) } });

test("the proposed text of openDiff is a separate section, with its line breaks", () => {
  expect(sectionsOf(...lastOf(call("openDiff", { new_file_contents: "a\nb\n", tab_name: "t" })))).toEqual([
    { title: "new_file_contents", content: { text: "a\nb\n" } },
  ]);
});

test("shows a tool's response as a tree if it is JSON, and otherwise as text", () => {
  expect(sectionsOf(...lastOf(call("getDiagnostics", {}), answer('[{"uri":"file:///a"}]')))).toEqual([
    { title: "Text of the response, as JSON", content: { tree: [{ uri: "file:///a" }] } },
  ]);
  expect(sectionsOf(...lastOf(call("openDiff", {}), answer("FILE_SAVED", "12")))).toEqual([
    { title: "Text 1 of the response", content: { text: "FILE_SAVED" } },
    { title: "Text 2 of the response", content: { text: "12" } },
  ]);
});

test("unexpected messages have no separate parts", () => {
  for (const result of [null, 5, { content: 3 }, { content: [null, { text: 7 }] }])
    expect(sectionsOf(...lastOf(call("openDiff", null), { id: 1, result }))).toEqual([]);
});

test("frames other than text have raw data too, except for pings", () => {
  const conversation = new Conversation();
  const raw = (entry: Entry) =>
    conversation.add(entry).map((row) => rawOf({ ...row, part: undefined, isRequestGone: false }))[0];
  expect(raw({ t: 0, connection: 1, from: "client", binary: "AAE=" })?.text).toBe("AAE=");
  expect(raw({ t: 0, connection: 1, open: { headers: {}, protocol: "mcp" } })?.text).toContain('"mcp"');
  expect(raw({ t: 0, connection: 1, from: "editor", ping: "" })).toBeUndefined();
});
