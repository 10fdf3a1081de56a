/** openFile, and the editor's state afterwards (TOOL-02, 03, 04, 05, 08, 09). */
import { dirname, join } from "node:path";
import { errorCodes, openedFileSchema, type ToolInput, toFileUri } from "@tandem-ide/protocol";
import { callTool, useTool } from "../calls.js";
import { type Check, inSession } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectError, expectShape, expectToolError } from "../expect.js";
import { insideFile, openInEditor, outsideFile } from "../files.js";
import { Failure, NotApplicable } from "../outcome.js";
import { show } from "../show.js";
import type { RawClient } from "../wire/raw-client.js";

/** The emoji is two UTF-16 units and four bytes, so a wrong unit for columns is noticed. */
const text = "first line\nzwei 😀 alpha beta gamma delta\nalpha again, gamma again\nlast line\n";
const lineCount = 5;
const oddName = "odd $name #1 é.txt";

/** Creates a file, opens it with these arguments and returns the response. */
async function open(
  context: CheckContext,
  client: RawClient,
  args: Omit<ToolInput<"openFile">, "filePath"> = {},
  createFile = outsideFile,
): Promise<{ path: string; answer: string }> {
  const path = await createFile(context, oddName, text);
  return { path, answer: await openInEditor(context, client, { filePath: path, ...args }) };
}

/** Checks that the editor's selection becomes this text at this range. */
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
    if (now.success === false && /hidden/i.test(String(now.message)))
      throw new NotApplicable(`the endpoint doesn't share selections: ${String(now.message)}`);
    if (now.success !== true) throw new Failure(`the selection ${show(expected)}`, show(now));
    expectEqual({ text: now.text, filePath: now.filePath, selection: now.selection }, expected, "the selection");
    expectEqual(now.fileUrl, toFileUri(path), "fileUrl, percent-encoded");
  });
}

/**
 * Opens a file and checks the selection. The file is in the workspace, because text from other files isn't shared
 * (SEC-02).
 */
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
    title: 'openFile answers "Opened file:" and the path',
    run: inSession(["openFile"], async (client, context) => {
      const { path, answer } = await open(context, client);
      expectEqual(answer, `Opened file: ${path}`, "the response from openFile");
    }),
  },
  {
    name: "TOOL-02/in-background",
    title: "openFile with makeFrontmost false answers JSON with the language and line count",
    run: inSession(["openFile"], async (client, context) => {
      const { path, answer } = await open(context, client, { makeFrontmost: false });
      let value: unknown = answer;
      try {
        value = JSON.parse(answer);
      } catch {}
      const opened = expectShape(openedFileSchema, value, "success, filePath, languageId and lineCount as JSON");
      expectEqual(opened.filePath, path, "filePath");
      expectEqual(opened.lineCount, lineCount, "lineCount, line breaks plus one");
    }),
  },
  {
    name: "TOOL-02/missing-file",
    title: "openFile on a missing file is a tool error with the reason",
    run: inSession(["openFile"], async (client, context) => {
      const path = join(dirname(await outsideFile(context, "existing.txt", text)), "missing.txt");
      const answer = await callTool(client, "openFile", { filePath: path });
      expectToolError(answer, "openFile", "a missing file");
    }),
  },
  {
    name: "TOOL-02/end-alone",
    title: "openFile with endText but no startText is refused with -32602",
    run: inSession(["openFile"], async (client, context) => {
      const filePath = await outsideFile(context, oddName, text);
      const answer = await callTool(client, "openFile", { filePath, endText: "gamma" });
      expectError(answer, errorCodes.invalidParams, "endText without startText");
    }),
  },
  {
    name: "TOOL-02/not-found",
    title: "openFile with text that isn't in the file opens it and says so",
    writes: true,
    run: inSession(["openFile"], async (client, context) => {
      const wanted = { startText: "no such text" };
      const { path, answer } = await open(context, client, wanted, insideFile);
      if (answer === `Opened file: ${path}` || !/no such text|not found/i.test(answer))
        throw new Failure("a response that says that the text wasn't found", show(answer));
    }),
  },
  {
    name: "TOOL-02/empty-texts",
    title: "Empty startText and endText, as Claude Code sends them, are ignored",
    run: inSession(["openFile"], async (client, context) => {
      const { path, answer } = await open(context, client, { startText: "", endText: "" });
      expectEqual(answer, `Opened file: ${path}`, "the response from openFile");
    }),
  },
  {
    name: "TOOL-02/selects",
    title: "startText and endText select from the start of one to the end of the other, in UTF-16 units",
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
    title: "endText is searched from the end of the startText match",
    writes: true,
    run: (context) => selects(context, { startText: "delta", endText: "alpha" }, "delta\nalpha", [1, 25], [2, 5]),
  },
  {
    name: "TOOL-02/to-end-of-line",
    title: "selectToEndOfLine extends the selection to the end of its line",
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
    title: "getLatestSelection returns the last selection",
    writes: true,
    run: inSession(["openFile", "getLatestSelection"], async (client, context) => {
      const { path } = await open(context, client, { startText: "alpha" }, insideFile);
      await context.eventually(async () => {
        const latest = await useTool(client, "getLatestSelection", {});
        if (latest.success === false && /hidden/i.test(String(latest.message)))
          throw new NotApplicable(`the endpoint doesn't share selections: ${String(latest.message)}`);
        expectEqual([latest.filePath, latest.text], [path, "alpha"], "path and text of the latest selection");
      });
    }),
  },
  {
    name: "TOOL-05/opened",
    title: "getOpenEditors includes an opened file as active, with its line count and a percent-encoded URI",
    run: inSession(["openFile", "getOpenEditors"], async (client, context) => {
      const { path } = await open(context, client);
      await context.eventually(async () => {
        const { tabs } = await useTool(client, "getOpenEditors", {});
        const tab = tabs.find((candidate) => candidate.uri === toFileUri(path));
        if (!tab) throw new Failure(`a tab with the uri ${toFileUri(path)}`, show(tabs.map(({ uri }) => uri)));
        const { isActive, isDirty, isUntitled, lineCount: lines } = tab;
        const expected = { isActive: true, isDirty: false, isUntitled: false, lines: lineCount };
        expectEqual({ isActive, isDirty, isUntitled, lines }, expected, "the tab's state");
        const active = tabs.filter((candidate) => candidate.isActive && candidate.isGroupActive);
        if (active.length > 1) throw new Failure("one active tab", show(active.map(({ uri }) => uri)));
      });
    }),
  },
  {
    name: "TOOL-08/open",
    title: "checkDocumentDirty works for an open document",
    run: inSession(["openFile", "checkDocumentDirty"], async (client, context) => {
      const { path } = await open(context, client);
      await context.eventually(async () => {
        const { success, filePath, isDirty, isUntitled } = await useTool(client, "checkDocumentDirty", {
          filePath: path,
        });
        const expected = { success: true, filePath: path, isDirty: false, isUntitled: false };
        expectEqual({ success, filePath, isDirty, isUntitled }, expected, "the state of a newly opened file");
      });
    }),
  },
  {
    name: "TOOL-09/open",
    title: "saveDocument works for an open document",
    run: inSession(["openFile", "saveDocument"], async (client, context) => {
      const { path } = await open(context, client);
      await context.eventually(async () => {
        const { success, filePath } = await useTool(client, "saveDocument", { filePath: path });
        expectEqual({ success, filePath }, { success: true, filePath: path }, "the response from saveDocument");
      });
    }),
  },
];
