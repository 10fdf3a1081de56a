/** Tools that return information (TOOL-03 to TOOL-09), and executeCode without a user (TOOL-12). */
import { errorCodes, type ToolName, toFileUri } from "@tandem-ide/protocol";
import { callTool, expectPending, postDiff, tabName, useTool } from "../calls.js";
import { type Check, inSession } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectError } from "../expect.js";
import { outsideFile } from "../files.js";
import { Failure } from "../outcome.js";
import { show } from "../show.js";

/** Checks that the tool returns a selection or one of the protocol's messages. */
async function expectSelection(
  context: CheckContext,
  tool: "getCurrentSelection" | "getLatestSelection",
  none: string,
) {
  await context.needsTools(tool);
  const answer = await useTool(await context.session(), tool, {});
  const messages = [none, "Hidden by privacy rules"];
  if (answer.success === false && !messages.includes(String(answer.message)))
    throw new Failure(`a selection, or the message ${messages.map(show).join(" or ")}`, show(answer));
  if (answer.success === true && answer.fileUrl !== toFileUri(String(answer.filePath)))
    throw new Failure(`fileUrl ${toFileUri(String(answer.filePath))}`, show(answer.fileUrl));
}

async function expectNotOpen(context: CheckContext, tool: "checkDocumentDirty" | "saveDocument"): Promise<void> {
  await context.needsTools(tool);
  const filePath = await outsideFile(context, "not open.txt", "text\n");
  const { success, message } = await useTool(await context.session(), tool, { filePath });
  const expected = { success: false, message: `Document not open: ${filePath}` };
  expectEqual({ success, message }, expected, `${tool} on a closed file`);
}

/** Calls a tool and fails if the response takes longer than the client waits. */
async function inTime<T>(tool: ToolName, limitMs: number, call: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const answer = await call();
  const took = Math.round(performance.now() - start);
  if (took > limitMs) throw new Failure(`a response from ${tool} within ${limitMs} ms`, `${took} ms`);
  return answer;
}

export const toolChecks: readonly Check[] = [
  {
    name: "TOOL-03/form",
    title: "getCurrentSelection returns a selection, or says that there is no active editor",
    run: (context) => expectSelection(context, "getCurrentSelection", "No active editor found"),
  },
  {
    name: "TOOL-04/form",
    title: "getLatestSelection returns a selection, or says that there is none",
    run: (context) => expectSelection(context, "getLatestSelection", "No selection available"),
  },
  {
    name: "TOOL-05/form",
    title: "getOpenEditors returns tabs with all members and percent-encoded URIs",
    run: inSession(["getOpenEditors"], async (client) => {
      const { tabs } = await useTool(client, "getOpenEditors", {});
      const raw = tabs.find(({ uri }) => !/^[a-z][a-z0-9+.-]*:[\x21-\x7e]*$/i.test(uri));
      if (raw) throw new Failure("a percent-encoded URI for each tab", show(raw.uri));
    }),
  },
  {
    name: "TOOL-05/no-reviews",
    title: "getOpenEditors doesn't include pending diffs",
    run: inSession(["openDiff", "getOpenEditors"], async (client, context) => {
      const path = await outsideFile(context, "review.txt", "old\n");
      const diff = postDiff(client, path, "new\n", tabName("review"));
      await expectPending(context, diff, "until someone decides");
      const { tabs } = await useTool(client, "getOpenEditors", {});
      const listed = tabs.find(({ label }) => label === diff.tabName);
      if (listed) throw new Failure("no tab for a diff under review", show(listed));
    }),
  },
  {
    name: "TOOL-06/form",
    title: "getWorkspaceFolders returns the lock file's folders, with the first as rootPath",
    run: inSession(["getWorkspaceFolders"], async (client, context) => {
      const answer = await useTool(client, "getWorkspaceFolders", {});
      const locked = context.target.lock?.workspaceFolders;
      const paths = answer.folders.map(({ path }) => path);
      if (locked) expectEqual(paths, locked, "the folders");
      expectEqual(answer.success, true, "success");
      expectEqual(answer.rootPath, paths[0], "rootPath, the first folder");
      for (const { path, uri, name } of answer.folders) {
        expectEqual(uri, toFileUri(path), "the folder's uri, percent-encoded");
        if (name === "") throw new Failure(`a name for ${path}`, "an empty one");
      }
    }),
  },
  {
    name: "TOOL-07/all",
    title: "getDiagnostics without a uri returns a list within the client's 2 s",
    run: inSession(["getDiagnostics"], async (client, context) => {
      await inTime("getDiagnostics", context.settings.times.allDiagnosticsMs, () =>
        useTool(client, "getDiagnostics", {}),
      );
    }),
  },
  {
    name: "TOOL-07/one",
    title: "getDiagnostics for a clean file returns an empty list for it within the client's 500 ms",
    run: inSession(["getDiagnostics"], async (client, context) => {
      const uri = toFileUri(await outsideFile(context, "clean.txt", "nothing wrong\n"));
      const answer = await inTime("getDiagnostics", context.settings.times.diagnosticsMs, () =>
        useTool(client, "getDiagnostics", { uri }),
      );
      expectEqual(answer, [{ uri, diagnostics: [] }], "the response for a file without diagnostics");
    }),
  },
  {
    name: "TOOL-07/raw-uri",
    title: "getDiagnostics accepts a URI percent-encoded or not, and returns it unchanged",
    run: inSession(["getDiagnostics"], async (client, context) => {
      const path = await outsideFile(context, "a b é.txt", "nothing wrong\n");
      for (const uri of [decodeURI(toFileUri(path)), toFileUri(path)]) {
        const [file] = await useTool(client, "getDiagnostics", { uri });
        // Claude Code sends unencoded URIs, and looks for the same spelling in the response.
        expectEqual(file?.uri, uri, `the uri in the response to ${show(uri)}`);
      }
    }),
  },
  {
    name: "TOOL-08/not-open",
    title: "checkDocumentDirty refuses a closed document and names it",
    run: (context) => expectNotOpen(context, "checkDocumentDirty"),
  },
  {
    name: "TOOL-09/not-open",
    title: "saveDocument refuses a closed document and names it",
    run: (context) => expectNotOpen(context, "saveDocument"),
  },
  {
    name: "TOOL-12/arguments",
    title: "executeCode without code is refused before the user is asked",
    run: inSession(["executeCode"], async (client) => {
      const answer = await callTool(client, "executeCode", {});
      expectError(answer, errorCodes.invalidParams, "executeCode without code", ["code"]);
    }),
  },
];
