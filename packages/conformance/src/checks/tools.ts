/** Tools that only tell (TOOL-03 to TOOL-09), and executeCode as far as it goes without a user (TOOL-12). */
import { errorCodes, type ToolName, toFileUri } from "@tandem/protocol";
import { callTool, expectPending, postDiff, tabName, useTool } from "../calls.js";
import type { Check } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectError } from "../expect.js";
import { outsideFile } from "../files.js";
import { Failure } from "../outcome.js";
import { show } from "../show.js";

/** The refusals that the protocol has words for. */
async function expectSelection(
  context: CheckContext,
  tool: "getCurrentSelection" | "getLatestSelection",
  none: string,
) {
  await context.needsTools(tool);
  const answer = await useTool(await context.session(), tool, {});
  const words = [none, "Withheld by privacy rules"];
  if (answer.success === false && !words.includes(String(answer.message)))
    throw new Failure(`a selection, or the message ${words.map(show).join(" or ")}`, show(answer));
  if (answer.success === true && answer.fileUrl !== toFileUri(String(answer.filePath)))
    throw new Failure(`fileUrl ${toFileUri(String(answer.filePath))}`, show(answer.fileUrl));
}

async function expectNotOpen(context: CheckContext, tool: "checkDocumentDirty" | "saveDocument"): Promise<void> {
  await context.needsTools(tool);
  const filePath = await outsideFile(context, "not open.txt", "text\n");
  const { success, message } = await useTool(await context.session(), tool, { filePath });
  const expected = { success: false, message: `Document not open: ${filePath}` };
  expectEqual({ success, message }, expected, `${tool} on a file that is not open`);
}

/** Calls a tool and fails when the answer comes later than the client waits. */
async function inTime<T>(tool: ToolName, limitMs: number, call: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await call();
  const took = Math.round(performance.now() - begun);
  if (took > limitMs) throw new Failure(`an answer of ${tool} within ${limitMs} ms`, `${took} ms`);
  return answer;
}

export const toolChecks: readonly Check[] = [
  {
    name: "TOOL-03/form",
    title: "getCurrentSelection answers a selection, or that there is no active editor",
    run: (context) => expectSelection(context, "getCurrentSelection", "No active editor found"),
  },
  {
    name: "TOOL-04/form",
    title: "getLatestSelection answers a selection, or that there is none",
    run: (context) => expectSelection(context, "getLatestSelection", "No selection available"),
  },
  {
    name: "TOOL-05/form",
    title: "getOpenEditors answers tabs with every member, URIs percent-encoded",
    async run(context) {
      await context.needsTools("getOpenEditors");
      const { tabs } = await useTool(await context.session(), "getOpenEditors", {});
      const raw = tabs.find(({ uri }) => !/^[a-z][a-z0-9+.-]*:[\x21-\x7e]*$/i.test(uri));
      if (raw) throw new Failure("a percent-encoded URI for each tab", show(raw.uri));
    },
  },
  {
    name: "TOOL-05/no-reviews",
    title: "A pending diff is not among getOpenEditors",
    async run(context) {
      await context.needsTools("openDiff", "getOpenEditors");
      const client = await context.session();
      const path = await outsideFile(context, "review.txt", "old\n");
      const diff = postDiff(client, path, "new\n", tabName("review"));
      await expectPending(context, diff, "until someone decides");
      const { tabs } = await useTool(client, "getOpenEditors", {});
      const listed = tabs.find(({ label }) => label === diff.tabName);
      if (listed) throw new Failure("no tab for a diff under review", show(listed));
    },
  },
  {
    name: "TOOL-06/form",
    title: "getWorkspaceFolders answers the lock file's folders, the first as rootPath",
    async run(context) {
      await context.needsTools("getWorkspaceFolders");
      const answer = await useTool(await context.session(), "getWorkspaceFolders", {});
      const locked = context.target.lock?.workspaceFolders;
      const paths = answer.folders.map(({ path }) => path);
      if (locked) expectEqual(paths, locked, "the folders");
      expectEqual(answer.success, true, "success");
      expectEqual(answer.rootPath, paths[0], "rootPath, the first folder");
      for (const { path, uri, name } of answer.folders) {
        expectEqual(uri, toFileUri(path), "the folder's uri, percent-encoded");
        if (name === "") throw new Failure(`a name for ${path}`, "an empty one");
      }
    },
  },
  {
    name: "TOOL-07/all",
    title: "getDiagnostics without a uri answers a list, in the 2 s that the client waits",
    async run(context) {
      await context.needsTools("getDiagnostics");
      const client = await context.session();
      await inTime("getDiagnostics", context.settings.times.allDiagnosticsMs, () =>
        useTool(client, "getDiagnostics", {}),
      );
    },
  },
  {
    name: "TOOL-07/one",
    title: "getDiagnostics of a file without any answers that file with an empty list, in the client's 500 ms",
    async run(context) {
      await context.needsTools("getDiagnostics");
      const uri = toFileUri(await outsideFile(context, "clean.txt", "nothing wrong\n"));
      const client = await context.session();
      const answer = await inTime("getDiagnostics", context.settings.times.diagnosticsMs, () =>
        useTool(client, "getDiagnostics", { uri }),
      );
      expectEqual(answer, [{ uri, diagnostics: [] }], "the answer for a file without diagnostics");
    },
  },
  {
    name: "TOOL-07/raw-uri",
    title: "getDiagnostics takes a URI percent-encoded or not, and answers it as it was asked",
    async run(context) {
      await context.needsTools("getDiagnostics");
      const path = await outsideFile(context, "a b é.txt", "nothing wrong\n");
      const client = await context.session();
      for (const uri of [decodeURI(toFileUri(path)), toFileUri(path)]) {
        const [file] = await useTool(client, "getDiagnostics", { uri });
        // The client asks raw, and looks for its own spelling in the answer.
        expectEqual(file?.uri, uri, `the uri in the answer to ${show(uri)}`);
      }
    },
  },
  {
    name: "TOOL-08/not-open",
    title: "checkDocumentDirty refuses a document that is not open, and names it",
    run: (context) => expectNotOpen(context, "checkDocumentDirty"),
  },
  {
    name: "TOOL-09/not-open",
    title: "saveDocument refuses a document that is not open, and names it",
    run: (context) => expectNotOpen(context, "saveDocument"),
  },
  {
    name: "TOOL-12/arguments",
    title: "executeCode without code is refused before anyone is asked",
    async run(context) {
      await context.needsTools("executeCode");
      const answer = await callTool(await context.session(), "executeCode", {});
      expectError(answer, errorCodes.invalidParams, "executeCode without code", ["code"]);
    },
  },
];
