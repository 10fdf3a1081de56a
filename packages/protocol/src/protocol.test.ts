import type * as sdk from "@modelcontextprotocol/client";
import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod/mini";
import {
  type CallToolResult,
  classify,
  claudeEnvironment,
  configDirectories,
  decodeToolResult,
  explainIssues,
  type InitializeResult,
  isRequestMethod,
  isToolName,
  type ListToolsResult,
  lockFileSchema,
  negotiateVersion,
  parseLockFile,
  parseParams,
  pathsOfFileUri,
  portOfLockFile,
  requests,
  selectionChangedSchema,
  toFileUri,
  toolInputSchemas,
  toolNames,
  tools,
  toRawFileUri,
  toSelectionRange,
} from "./index.js";
import { allJsonSchemas, toolInputSchemas as makeToolInputSchemas } from "./json-schema.js";
import { toolDescriptions } from "./tool-input-schemas.generated.js";

describe("file URIs", () => {
  test.each([
    ["/a/b.txt", "file:///a/b.txt"],
    ["/a b/ü#?%.txt", "file:///a%20b/%C3%BC%23%3F%25.txt"],
    ["/$HOME/x;y", "file:///$HOME/x;y"],
    ["C:\\Users\\a b\\x.ts", "file:///C:/Users/a%20b/x.ts"],
    ["\\\\server\\share\\x y", "file://server/share/x%20y"],
  ])("%s converts to %s and back", (path, uri) => {
    expect(toFileUri(path)).toBe(uri);
    expect(pathsOfFileUri(uri)[0]).toBe(path);
  });

  test("accepts raw URIs and returns both meanings of a percent sign", () => {
    expect(pathsOfFileUri("file:///a b.txt")).toEqual(["/a b.txt"]);
    expect(pathsOfFileUri("file:///100%25.txt")).toEqual(["/100%.txt", "/100%25.txt"]);
    expect(pathsOfFileUri("file:///100%.txt")).toEqual(["/100%.txt"]);
    expect(pathsOfFileUri("file://localhost/a")).toEqual(["/a"]);
    expect(pathsOfFileUri("/plain/path")).toEqual(["/plain/path"]);
  });

  test("creates raw URIs", () => {
    expect(toRawFileUri("/a b/ü%.txt")).toBe("file:///a b/ü%.txt");
    expect(toRawFileUri("C:\\a b")).toBe("file:///C:/a b");
    expect(toRawFileUri("\\\\server\\share")).toBe("file://server/share");
  });

  test("returns no path for other URIs", () => {
    for (const uri of ["https://x/y", "untitled:1", ""]) expect(pathsOfFileUri(uri)).toEqual([]);
  });

  test("a lone surrogate does not throw", () => expect(toFileUri("/\uD800")).toBe("file:///%EF%BF%BD"));
});

describe("the lock file", () => {
  test.each([
    ["12345.lock", 12345],
    ["1.lock", 1],
    ["65536.lock", undefined],
    ["0.lock", undefined],
    ["x.lock", undefined],
    ["12345.lock.tmp", undefined],
    [".12345.lock.1.tmp", undefined],
  ])("the port of %s is %s", (name, port) => expect(portOfLockFile(name)).toBe(port));

  test("is parsed like the client does: JSON with optional members, or one folder per line", () => {
    expect(parseLockFile('{"pid":1,"more":true}')).toEqual({ pid: 1, more: true });
    expect(parseLockFile("/a\n/b\n")).toEqual({ workspaceFolders: ["/a", "/b"] });
    for (const garbage of ["", "17", "null", "[]", "{ nope", '{"pid":"x"}'])
      expect(parseLockFile(garbage)).toBeUndefined();
  });

  test("has every field when Tandem writes it", () => {
    const lock = {
      pid: 1,
      workspaceFolders: ["/w"],
      ideName: "E",
      transport: "ws",
      runningInWindows: false,
      authToken: "t",
      port: 12345,
    };
    expect(lockFileSchema.safeParse(lock).success).toBe(true);
    for (const key of Object.keys(lock))
      expect(lockFileSchema.safeParse({ ...lock, [key]: undefined }).success).toBe(false);
  });
});

describe("the environment", () => {
  test("config directories (LCK-10)", () => {
    expect(configDirectories({}, "/h")).toEqual({
      primary: "/h/.claude",
      xdg: "/h/.config/claude",
      all: ["/h/.claude", "/h/.config/claude"],
    });
    expect(configDirectories({ CLAUDE_CONFIG_DIR: "/c", XDG_CONFIG_HOME: "/x" }, "/h")).toEqual({
      primary: "/c",
      xdg: "/x/claude",
      all: ["/c", "/h/.claude", "/x/claude"],
    });
  });

  test.each([
    [{}, "127.0.0.1,localhost,::1"],
    [{ NO_PROXY: "a, b" }, "a,b,127.0.0.1,localhost,::1"],
    [{ NO_PROXY: "localhost" }, "localhost,127.0.0.1,::1"],
    [{ NO_PROXY: "*" }, "*"],
    [{ no_proxy: "x" }, "x,127.0.0.1,localhost,::1"],
  ])("adds loopback to NO_PROXY: %j (ENV-04)", (base, expected) => {
    expect(claudeEnvironment(12345, base).NO_PROXY).toBe(expected);
  });
});

describe("MCP", () => {
  test("never negotiates a version above the client's", () => {
    for (const asked of ["2024-11-05", "2025-05-01", "2025-11-25"]) expect(negotiateVersion(asked) <= asked).toBe(true);
  });

  test("types match the official SDK", () => {
    expectTypeOf<Pick<CallToolResult, "isError">>().toExtend<Partial<sdk.CallToolResult>>();
    expectTypeOf<InitializeResult["serverInfo"]["name"]>().toEqualTypeOf<sdk.InitializeResult["serverInfo"]["name"]>();
    expectTypeOf<ListToolsResult["tools"][number]["name"]>().toEqualTypeOf<sdk.Tool["name"]>();
    const initialized: sdk.InitializeResult = {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "n", version: "1" },
    } satisfies InitializeResult;
    const called: sdk.CallToolResult = { content: [{ type: "text", text: "" }] } satisfies CallToolResult;
    expect([initialized, called]).toHaveLength(2);
  });
});

describe("tools", () => {
  test("there are twelve, and inherited object members aren't tools", () => {
    expect(toolNames).toHaveLength(12);
    for (const name of ["toString", "constructor", "__proto__"]) {
      expect(isToolName(name)).toBe(false);
      expect(isRequestMethod(name)).toBe(false);
    }
  });

  test("the generated constants match the schemas", () => {
    expect(toolInputSchemas).toEqual(makeToolInputSchemas());
    expect(toolDescriptions).toEqual(toolNames.map((name) => [name, tools[name].description]));
  });

  test("publishes every schema", () => {
    expect(Object.keys(allJsonSchemas()["tool-arguments"] ?? {})).toEqual(toolNames);
    expect(Object.keys(allJsonSchemas()["workspace-request-params"] ?? {})).toEqual(Object.keys(requests));
  });

  test("fills in defaults", () => {
    expect(parseParams(tools.openFile.arguments, { filePath: "/a" }, "openFile")).toEqual({
      filePath: "/a",
      preview: false,
      selectToEndOfLine: false,
      makeFrontmost: true,
    });
  });

  test("decodes results and explains why one is invalid", () => {
    const text = (...items: string[]) => ({ content: items.map((item) => ({ type: "text" as const, text: item })) });
    expect(decodeToolResult("openDiff", text("FILE_SAVED", "x"))).toEqual({ decision: "saved", text: "x" });
    expect(decodeToolResult("openDiff", text("DIFF_REJECTED", "t"))).toEqual({ decision: "rejected", tabName: "t" });
    expect(decodeToolResult("closeAllDiffTabs", text("CLOSED_3_DIFF_TABS"))).toEqual({ closed: 3 });
    expect(decodeToolResult("getDiagnostics", text("[]"))).toEqual([]);
    expect(() => decodeToolResult("openDiff", text("TAB_CLOSED", "t"))).toThrow("TAB_CLOSED");
    expect(() => decodeToolResult("openDiff", text("FILE_SAVED"))).toThrow("item 1");
    expect(() => decodeToolResult("getOpenEditors", text("{}"))).toThrow("wrong shape");
    expect(() => decodeToolResult("getOpenEditors", text("nope"))).toThrow("not JSON");
    expect(() => decodeToolResult("openFile", { ...text("File not found: /x"), isError: true })).toThrow(
      "File not found",
    );
  });
});

describe("explainIssues", () => {
  test("names the member and what is expected", () => {
    const schema = z.strictObject({
      name: z.string(),
      count: z.int().check(z.minimum(1), z.maximum(9)),
      kind: z.literal("a"),
      list: z.array(z.object({ x: z.boolean() })),
    });
    const { error } = schema.safeParse({ count: 0, kind: "b", list: [{ x: 1 }], more: 1 }, { reportInput: true });
    expect(explainIssues(error?.issues ?? [], "params")).toBe(
      `"name" is missing (string expected); "count" must be at least 1; "kind" must be "a"; "list[0].x" must be of type boolean; params doesn't accept "more"`,
    );
  });
});

test("reverses a backward selection", () => {
  const [a, b] = [
    { line: 1, character: 5 },
    { line: 1, character: 2 },
  ];
  expect(toSelectionRange({ start: a, end: b })).toEqual({ start: b, end: a, isEmpty: false });
  expect(toSelectionRange({ start: a, end: a }).isEmpty).toBe(true);
});

test("positions are non-negative integers", () => {
  const at = (line: number) => ({
    text: "",
    selection: { start: { line, character: 0 }, end: { line, character: 0 }, isEmpty: true },
  });
  expect(selectionChangedSchema.safeParse(at(0)).success).toBe(true);
  for (const line of [-1, 0.5, Number.NaN]) expect(selectionChangedSchema.safeParse(at(line)).success).toBe(false);
});

test("classifies responses, notifications and requests", () => {
  expect(classify({ jsonrpc: "2.0", id: 0, method: "m" }).kind).toBe("request");
  expect(classify({ jsonrpc: "2.0", method: "m" }).kind).toBe("notification");
  expect(classify({ jsonrpc: "2.0", id: 0, result: null }).kind).toBe("response");
  expect(classify({ jsonrpc: "2.0", id: null, error: { code: 1, message: "" } }).kind).toBe("response");
});
