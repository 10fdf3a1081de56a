/** openFile, and what the editor says of the file afterwards (TOOL-02, 03, 04, 05, 08, 09). */
import { dirname, join } from "node:path";
import { errorCodes, openedFileSchema, type ToolInput, toFileUri } from "@tandem/protocol";
import { callTool, useTool } from "../calls.js";
import type { Check } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectError, expectShape, expectToolError } from "../expect.js";
import { insideFile, openInEditor, outsideFile } from "../files.js";
import { Failure, NotApplicable } from "../outcome.js";
import { show } from "../show.js";
import type { RawClient } from "../wire/raw-client.js";

/** The sign before the words is two UTF-16 units and four bytes, so that a count of either kind shows. */
const text = "first line\nzwei 😀 alpha beta gamma delta\nalpha again, gamma again\nlast line\n";
const lineCount = 5;
const oddName = "odd $name #1 é.txt";

/** Opens a file of the check's own with these arguments and returns what was said. */
async function open(
  context: CheckContext,
  client: RawClient,
  args: Omit<ToolInput<"openFile">, "filePath"> = {},
  makeFile = outsideFile,
): Promise<{ path: string; said: string }> {
  const path = await makeFile(context, oddName, text);
  return { path, said: await openInEditor(context, client, { filePath: path, ...args }) };
}

/** The editor's selection becomes this text, from this place. */
async function expectSelected(
  context: CheckContext,
  client: RawClient,
  path: string,
  selected: string,
  start: readonly [line: number, character: number],
  end: readonly [line: number, character: number],
): Promise<void> {
  const expected = {
    text: selected,
    filePath: path,
    selection: {
      start: { line: start[0], character: start[1] },
      end: { line: end[0], character: end[1] },
      isEmpty: selected === "",
    },
  };
  await context.eventually(async () => {
    const now = await useTool(client, "getCurrentSelection", {});
    if (now.success === false && /withheld/i.test(String(now.message)))
      throw new NotApplicable(`the endpoint does not share selections: ${String(now.message)}`);
    if (now.success !== true) throw new Failure(`the selection ${show(expected)}`, show(now));
    expectEqual({ text: now.text, filePath: now.filePath, selection: now.selection }, expected, "the selection");
    expectEqual(now.fileUrl, toFileUri(path), "fileUrl, percent-encoded");
  });
}

/** Opens with arguments and expects a selection. In the workspace, since of other files no text is told (SEC-02). */
async function selects(
  context: CheckContext,
  args: Omit<ToolInput<"openFile">, "filePath">,
  selected: string,
  start: readonly [number, number],
  end: readonly [number, number],
): Promise<void> {
  await context.needsTools("openFile", "getCurrentSelection");
  const client = await context.session();
  const { path } = await open(context, client, args, insideFile);
  await expectSelected(context, client, path, selected, start, end);
}

export const openFileChecks: readonly Check[] = [
  {
    name: "TOOL-02/opened",
    title: "openFile answers Opened file: and the path",
    async run(context) {
      await context.needsTools("openFile");
      const { path, said } = await open(context, await context.session());
      expectEqual(said, `Opened file: ${path}`, "the answer of openFile");
    },
  },
  {
    name: "TOOL-02/in-background",
    title: "openFile with makeFrontmost false answers JSON with the language and the number of lines",
    async run(context) {
      await context.needsTools("openFile");
      const { path, said } = await open(context, await context.session(), { makeFrontmost: false });
      let value: unknown = said;
      try {
        value = JSON.parse(said);
      } catch {}
      const opened = expectShape(openedFileSchema, value, "success, filePath, languageId and lineCount as JSON");
      expectEqual(opened.filePath, path, "filePath");
      expectEqual(opened.lineCount, lineCount, "lineCount, line breaks plus one");
    },
  },
  {
    name: "TOOL-02/missing-file",
    title: "openFile on a file that is not there is a tool error that says so",
    async run(context) {
      await context.needsTools("openFile");
      const path = join(dirname(await outsideFile(context, "there.txt", text)), "not there.txt");
      const answer = await callTool(await context.session(), "openFile", { filePath: path });
      expectToolError(answer, "openFile", "a file that is not there");
    },
  },
  {
    name: "TOOL-02/end-alone",
    title: "openFile with endText and no startText is refused with -32602",
    async run(context) {
      await context.needsTools("openFile");
      const filePath = await outsideFile(context, oddName, text);
      const answer = await callTool(await context.session(), "openFile", { filePath, endText: "gamma" });
      expectError(answer, errorCodes.invalidParams, "endText without startText");
    },
  },
  {
    name: "TOOL-02/not-found",
    title: "openFile with a text that is not in the file opens it and says so",
    writes: true,
    async run(context) {
      await context.needsTools("openFile");
      const wanted = { startText: "nowhere to be found" };
      const { path, said } = await open(context, await context.session(), wanted, insideFile);
      if (said === `Opened file: ${path}` || !/nowhere to be found|not found/i.test(said))
        throw new Failure("an answer that says the text was not found", show(said));
    },
  },
  {
    name: "TOOL-02/empty-texts",
    title: "Empty startText and endText mean none, as the client sends them",
    async run(context) {
      await context.needsTools("openFile");
      const { path, said } = await open(context, await context.session(), { startText: "", endText: "" });
      expectEqual(said, `Opened file: ${path}`, "the answer of openFile");
    },
  },
  {
    name: "TOOL-02/selects",
    title: "startText and endText select from the one's start to the other's end, in UTF-16 units",
    writes: true,
    run: (context) => selects(context, { startText: "alpha", endText: "gamma" }, "alpha beta gamma", [1, 8], [1, 24]),
  },
  {
    name: "TOOL-02/selects-start",
    title: "startText alone selects its first match",
    writes: true,
    run: (context) => selects(context, { startText: "alpha", endText: "" }, "alpha", [1, 8], [1, 13]),
  },
  {
    name: "TOOL-02/selects-across-lines",
    title: "endText is looked for at or after the end of startText's match",
    writes: true,
    run: (context) => selects(context, { startText: "delta", endText: "alpha" }, "delta\nalpha", [1, 25], [2, 5]),
  },
  {
    name: "TOOL-02/to-end-of-line",
    title: "selectToEndOfLine moves the end to its line's end",
    writes: true,
    run: (context) =>
      selects(context, { startText: "beta", selectToEndOfLine: true }, "beta gamma delta", [1, 14], [1, 30]),
  },
  {
    name: "TOOL-02/lines",
    title: "startLine and endLine select whole lines, counted from 1",
    writes: true,
    run: (context) =>
      selects(
        context,
        { startLine: 2, endLine: 3 },
        "zwei 😀 alpha beta gamma delta\nalpha again, gamma again",
        [1, 0],
        [2, 24],
      ),
  },
  {
    name: "TOOL-04/same",
    title: "getLatestSelection answers the selection that was made last",
    writes: true,
    async run(context) {
      await context.needsTools("openFile", "getLatestSelection");
      const client = await context.session();
      const { path } = await open(context, client, { startText: "alpha" }, insideFile);
      await context.eventually(async () => {
        const latest = await useTool(client, "getLatestSelection", {});
        if (latest.success === false && /withheld/i.test(String(latest.message)))
          throw new NotApplicable(`the endpoint does not share selections: ${String(latest.message)}`);
        expectEqual([latest.filePath, latest.text], [path, "alpha"], "path and text of the latest selection");
      });
    },
  },
  {
    name: "TOOL-05/opened",
    title: "A file that was opened is among getOpenEditors, active, with its lines and a percent-encoded URI",
    async run(context) {
      await context.needsTools("openFile", "getOpenEditors");
      const client = await context.session();
      const { path } = await open(context, client);
      await context.eventually(async () => {
        const { tabs } = await useTool(client, "getOpenEditors", {});
        const tab = tabs.find((candidate) => candidate.uri === toFileUri(path));
        if (!tab) throw new Failure(`a tab with the uri ${toFileUri(path)}`, show(tabs.map(({ uri }) => uri)));
        const { isActive, isDirty, isUntitled, lineCount: lines } = tab;
        const expected = { isActive: true, isDirty: false, isUntitled: false, lines: lineCount };
        expectEqual({ isActive, isDirty, isUntitled, lines }, expected, "its state");
        const active = tabs.filter((candidate) => candidate.isActive && candidate.isGroupActive);
        if (active.length > 1) throw new Failure("one active tab", show(active.map(({ uri }) => uri)));
      });
    },
  },
  {
    name: "TOOL-08/open",
    title: "checkDocumentDirty answers for a document that is open",
    async run(context) {
      await context.needsTools("openFile", "checkDocumentDirty");
      const client = await context.session();
      const { path } = await open(context, client);
      await context.eventually(async () => {
        const { success, filePath, isDirty, isUntitled } = await useTool(client, "checkDocumentDirty", {
          filePath: path,
        });
        const expected = { success: true, filePath: path, isDirty: false, isUntitled: false };
        expectEqual({ success, filePath, isDirty, isUntitled }, expected, "the state of a file just opened");
      });
    },
  },
  {
    name: "TOOL-09/open",
    title: "saveDocument answers for a document that is open",
    async run(context) {
      await context.needsTools("openFile", "saveDocument");
      const client = await context.session();
      const { path } = await open(context, client);
      await context.eventually(async () => {
        const { success, filePath } = await useTool(client, "saveDocument", { filePath: path });
        expectEqual({ success, filePath }, { success: true, filePath: path }, "the answer of saveDocument");
      });
    },
  },
];
