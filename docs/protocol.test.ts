/** Checks docs/protocol.md against the schemas: every JSON example, and the table of requirement ids. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  answers,
  clientNotifications,
  editorNotifications,
  errorCodes,
  requestMethods,
  toolNames,
} from "@tandem-ide/protocol";
import { describe, expect, test } from "vitest";
import { blocksOf, check, isRecord } from "./protocol-examples.js";

const page = readFileSync(new URL("protocol.md", import.meta.url), "utf8");
const jsonBlocks = blocksOf(page).filter(({ language }) => language.toLowerCase().startsWith("json"));

describe("the examples of the page", () => {
  test.each(jsonBlocks.map((block) => [`${block.line}: ${block.label}`, block] as const))("%s", (_title, block) => {
    check(block);
  });

  test("cover every tool, notification and workspace request", () => {
    const examples = jsonBlocks.map(check);
    const named = (...kinds: string[]) => examples.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
    expect(named("client request")).toEqual(expect.arrayContaining([...toolNames, ...requestMethods]));
    expect(named("editor response", "editor payload")).toEqual(
      expect.arrayContaining([...toolNames, ...requestMethods]),
    );
    expect(named("editor notification")).toEqual(expect.arrayContaining(Object.keys(editorNotifications)));
    expect(named("client notification")).toEqual(expect.arrayContaining(Object.keys(clientNotifications)));
    expect(named("lock-file")).toHaveLength(1);
  });

  test("cover every form of a response and every error code", () => {
    const editorBlocks = jsonBlocks
      .filter(({ label }) => label.startsWith("editor"))
      .map(({ label, text }) => `${label}: ${JSON.stringify(JSON.parse(text))}`);
    const shows = (label: string, content: string) =>
      expect(
        editorBlocks.some((block) => block.startsWith(label) && block.includes(content)),
        `${label}: ${content}`,
      ).toBe(true);
    for (const answer of [answers.fileSaved, answers.diffRejected]) shows("editor response openDiff", answer);
    for (const tool of ["getCurrentSelection", "getLatestSelection", "checkDocumentDirty", "saveDocument"])
      for (const success of [true, false]) shows(`editor payload ${tool}`, `"success":${success}`);
    for (const success of [true, false]) shows("editor response workspace/selection", `"success":${success}`);
    shows("editor response openFile", "Opened file");
    shows("editor payload openFile", "lineCount");
    for (const code of Object.values(errorCodes)) shows("editor error", `"code":${code}`);
  });

  test("answer with the id of the preceding request", () => {
    const ids = new Map<string, unknown>();
    for (const block of jsonBlocks) {
      const { kind, name, value } = check(block);
      const id = isRecord(value) ? value.id : undefined;
      if (kind === "client request") ids.set(name, id);
      if (kind === "editor payload") expect(ids.has(name), `a request before line ${block.line}`).toBe(true);
      if (kind === "editor response" || kind === "editor tool-error")
        expect(id, `line ${block.line}`).toBe(ids.get(name));
    }
  });
});

describe("an incorrect example is rejected", () => {
  const call = (name: string, args: object) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });
  const answer = (...texts: string[]) => ({
    jsonrpc: "2.0",
    id: 1,
    result: { content: texts.map((text) => ({ type: "text", text })) },
  });
  const notify = (method: string, params: object) => ({ jsonrpc: "2.0", method, params });
  const place = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 }, isEmpty: true };

  test.each<[label: string, value: unknown, message: string]>([
    ["json", {}, "unknown label"],
    ["json editor", {}, "unknown label"],
    ["jsonc lock-file", {}, "unknown label"],
    ["json lock-file", { pid: 1 }, "workspaceFolders"],
    ["json client request runTests", call("runTests", {}), "not in the protocol|the message"],
    ["json client request openDiff", call("openDiff", { tab_name: "x" }), "new_file_contents"],
    ["json client request openDiff", call("close_tab", { tab_name: "x" }), "the label says openDiff"],
    ["json client request closeAllDiffTabs", call("closeAllDiffTabs", { all: true }), "all"],
    ["json client request readFile", { jsonrpc: "2.0", id: 1, method: "readFile", params: {} }, "path"],
    ["json client request ping", { jsonrpc: "2.0", method: "ping" }, "not a request"],
    ["json client request ping", { jsonrpc: "1.0", id: 1, method: "ping" }, "not a request"],
    ["json client notification ide_connected", notify("ide_connected", { pid: "25880" }), "pid"],
    ["json client batch", [], "non-empty"],
    ["json editor response openDiff", answer("TAB_CLOSED", "x"), "TAB_CLOSED"],
    ["json editor response openDiff", answer("FILE_SAVED"), "item 1"],
    ["json editor response closeAllDiffTabs", answer("CLOSED_ALL"), "CLOSED_<n>"],
    ["json editor response close_tab", answer("CLOSED"), "TAB_CLOSED"],
    ["json editor response readFile", { jsonrpc: "2.0", id: 1, result: { text: "x" } }, "readFile"],
    [
      "json editor response tools/list",
      { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "openDiff", inputSchema: { type: "object" } }] } },
      "description",
    ],
    ["json editor response ping", { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "x" } }, "result"],
    ["json editor payload openDiff", {}, "does not return JSON"],
    [
      "json editor payload getDiagnostics",
      [{ uri: "file:///a", diagnostics: [{ message: "x", severity: "error", range: place }] }],
      "shape",
    ],
    [
      "json editor payload openFile",
      { success: true, filePath: "/a", languageId: "c", lineCount: 1, lines: 1 },
      "lines",
    ],
    ["json editor tool-error openDiff", answer("It failed"), "isError"],
    ["json editor error", { jsonrpc: "2.0", id: 1, error: { code: -1, message: "x" } }, "five codes"],
    ["json editor notification at_mentioned", notify("at_mentioned", { filePath: "/a", lineStart: null }), "lineStart"],
    ["json editor notification at_mentioned", notify("at_mentioned", { filePath: "/a", lineStrat: 4 }), "lineStrat"],
    [
      "json editor notification selection_changed",
      notify("selection_changed", { text: "", selection: { ...place, empty: true } }),
      "selection.empty",
    ],
    [
      "json editor notification selection_changed",
      { id: 1, ...notify("selection_changed", { text: "", selection: place }) },
      "not a notification",
    ],
  ])("%s %j", (info, value, message) => {
    const [block] = blocksOf(`Some text.\n\n\`\`\`${info}\n${JSON.stringify(value)}\n\`\`\`\n`);
    if (!block) throw new Error("no block was found");
    expect(() => check(block)).toThrow(new RegExp(`^Line 3, .*${message}`, "s"));
  });

  test("rejects invalid JSON, and reads indented blocks", () => {
    const [first, second] = blocksOf('```json settings\n{"a": }\n```\n\n1. x\n\n   ```json settings\n   {}\n   ```\n');
    expect(() => check(first ?? fail())).toThrow("Line 1");
    expect(check(second ?? fail()).value).toEqual({});
  });
});

function fail(): never {
  throw new Error("no block was found");
}

const requirement = /\b(?:CON|LCK|AUTH|ENV|CLN|MCP|ERR|TOOL|NOT|WSM|SEC|PRV|DBG)-\d\d\b/g;
/** An id without a requirement, which a test of the conformance kit uses. */
const madeUp = "CON-99";

function sourcesOf(...folders: string[]): string[] {
  const root = new URL("../", import.meta.url);
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((path) => /^[^/\\]+[/\\]src[/\\].*\.ts$/.test(path))
      .map((path) => readFileSync(new URL(`${folder}/${path.replaceAll("\\", "/")}`, root), "utf8")),
  );
}

describe("references in the code's comments", () => {
  const sources = sourcesOf("packages", "editors");

  test("requirement ids are in the table, once", () => {
    const rows = [...page.matchAll(/^\| ([A-Z]+-\d\d) +\| +\S.*\|$/gm)].map(([, id]) => id);
    const used = new Set(sources.flatMap((source) => source.match(requirement) ?? []));
    used.delete(madeUp);
    expect(used.size).toBeGreaterThan(50);
    expect([...used].filter((id) => !rows.includes(id)).sort()).toEqual([]);
    expect(rows).toHaveLength(new Set(rows).size);
  });

  test("sections of the page exist", () => {
    const named = sources.flatMap((source) =>
      [...source.matchAll(/protocol\.md, sections? (\d+)(?: to (\d+))?/g)].flatMap(([, first = "", last = first]) => [
        first,
        last,
      ]),
    );
    expect(named.length).toBeGreaterThan(5);
    const sections = [...page.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number);
    expect(sections).toEqual(sections.map((_number, index) => String(index + 1)));
    expect(named.filter((number) => !sections.includes(number))).toEqual([]);
  });

  test("links of the page lead somewhere", () => {
    for (const name of ["protocol.md", "platforms.md"]) {
      const text = readFileSync(new URL(name, import.meta.url), "utf8");
      const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(
        ([, heading = ""]) =>
          `#${heading
            .toLowerCase()
            .replaceAll(" ", "-")
            .replace(/[^\w/-]/g, "")}`,
      );
      for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        const exists = target.startsWith("#")
          ? headings.includes(target)
          : existsSync(new URL(target.replace(/#.*/, ""), import.meta.url));
        expect(exists, `${name}: ${target}`).toBe(true);
      }
    }
  });
});
