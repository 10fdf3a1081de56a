import type { RpcResponse } from "@tandem-ide/protocol";
import { expect, test } from "vitest";
import { compareAnswers } from "./compare-answers.js";
import { compareExactly } from "./exact.js";
import { compareShapes } from "./shape.js";

const answer = (result: unknown): RpcResponse => ({ jsonrpc: "2.0", id: 1, result });
const failure = (code: number, message = "?"): RpcResponse => ({ jsonrpc: "2.0", id: 1, error: { code, message } });
const texts = (...items: string[]) => answer({ content: items.map((text) => ({ type: "text", text })) });
const tool = (name: string) => ({ method: "tools/call", tool: name });
const byShape = (name: string, before: RpcResponse, now: RpcResponse) => compareAnswers(tool(name), before, now, false);

test("values, counts and the order of members don't matter for the shape", () => {
  const before = { tabs: [{ uri: "a", selection: { n: 1 } }, { uri: "b" }], count: 2 };
  const now = { count: 7, tabs: [{ uri: "c" }] };
  expect(compareShapes(before, now, "result")).toEqual([]);
  expect(compareShapes({ tabs: [] }, now, "result")).toEqual(["result.count is new: 7"]);
});

test("reports new, missing and changed members by path", () => {
  const before = { a: 1, b: { c: [{ d: "x" }] }, e: null, "f g": true };
  const now = { a: "1", b: { c: [{ h: 2 }] }, e: {}, i: [] };
  expect(compareShapes(before, now, "result")).toEqual([
    "result.a was a number, is a string",
    "result.b.c[].h is new: 2",
    'result.b.c[].d is gone, was "x"',
    "result.e was null, is an object",
    "result.i is new: []",
    'result["f g"] is gone, was true',
  ]);
});

test("exactly: compares every value, and JSON in a string as a value", () => {
  expect(compareExactly({ t: '{"a":1,"b":[2]}' }, { t: '{ "b": [2], "a": 1 }' }, "r")).toEqual([]);
  expect(compareExactly({ t: '{"a":1}', l: [1, 2], gone: 0 }, { t: '{"a":2}', l: [1], fresh: 0 }, "r")).toEqual([
    "r.t.a was 1, is 2",
    "r.l had 2 elements, has 1",
    "r.fresh is new: 0",
    "r.gone is gone, was 0",
  ]);
  expect(compareExactly("a", null, "")).toEqual(['it was "a", is null']);
});

test("compares decisions except for a count, but not the text after them", () => {
  expect(byShape("openDiff", texts("FILE_SAVED", "[1]"), texts("FILE_SAVED", "other"))).toEqual([]);
  expect(byShape("openDiff", texts("FILE_SAVED", "a"), texts("DIFF_REJECTED", "tab"))).toEqual([
    'result.content[0].text was "FILE_SAVED", is "DIFF_REJECTED"',
  ]);
  expect(byShape("closeAllDiffTabs", texts("CLOSED_3_DIFF_TABS"), texts("CLOSED_0_DIFF_TABS"))).toEqual([]);
  expect(byShape("close_tab", texts("TAB_CLOSED"), texts("closed"))).toHaveLength(1);
});

test("the JSON in a tool's response is compared by shape", () => {
  const before = texts(JSON.stringify([{ uri: "file:///a", diagnostics: [{ message: "m", code: 1 }] }]));
  const now = texts(JSON.stringify([{ uri: 5, diagnostics: [{ message: "other", code: 2 }] }]));
  expect(byShape("getDiagnostics", before, now)).toEqual(["result.content[0].text[].uri was a string, is a number"]);
  expect(byShape("getDiagnostics", before, texts("none"))).toEqual([
    'result.content[0].text was JSON, is now the text "none"',
  ]);
  expect(byShape("executeCode", texts('{"a":1}'), texts("2"))).toEqual([]);
});

test("the kind of a response is compared: result, error and its code, a tool's error, empty content", () => {
  const error = answer({ content: [{ type: "text", text: "no such file" }], isError: true });
  expect(byShape("openFile", failure(-32602), failure(-32602, "other words"))).toEqual([]);
  expect(byShape("openFile", failure(-32602), failure(-32601))).toEqual(['error.code was -32602, is -32601: "?"']);
  expect(byShape("openFile", texts("Opened"), failure(-32603))).toEqual(['was answered, is now the error -32603: "?"']);
  expect(byShape("openFile", failure(-32603), texts("Opened"))).toHaveLength(1);
  expect(byShape("openFile", texts("Opened"), error)).toEqual(['the tool returned an error: "no such file"']);
  expect(byShape("openFile", error, texts("Opened"))).toHaveLength(1);
  expect(byShape("openFile", texts("Opened"), answer({ content: [] }))).toHaveLength(1);
  const image = answer({ content: [{ type: "image", data: "", mimeType: "image/png" }] });
  expect(byShape("executeCode", texts("2"), image)).toEqual(["result.content[0].type was text, is image"]);
});

test("tools are compared by their names, not by their schemas", () => {
  const list = (...names: string[]) =>
    answer({
      tools: names.map((name) => ({
        name,
        description: "",
        inputSchema: { type: "object", properties: { [name]: {} } },
      })),
    });
  const compare = (before: RpcResponse, now: RpcResponse) =>
    compareAnswers({ method: "tools/list", tool: undefined }, before, now, false);
  expect(compare(list("a", "b"), list("b", "a"))).toEqual([]);
  expect(compare(list("a", "b"), list("b", "c"))).toEqual(["the tool c is new", "the tool a is gone"]);
});

test("the editor's name may differ, even with --exact", () => {
  const hello = (name: string, protocolVersion: string) => answer({ protocolVersion, serverInfo: { name } });
  const compare = (before: RpcResponse, now: RpcResponse) =>
    compareAnswers({ method: "initialize", tool: undefined }, before, now, true);
  expect(compare(hello("a", "2025-06-18"), hello("b", "2025-06-18"))).toEqual([]);
  expect(compare(hello("a", "2025-06-18"), hello("a", "2025-11-25"))).toEqual([
    'result.protocolVersion was "2025-06-18", is "2025-11-25"',
  ]);
});
