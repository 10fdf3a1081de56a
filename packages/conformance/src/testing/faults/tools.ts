/** Faults of the other tools (TOOL). */
import { isRecord } from "@tandem/base";
import { around } from "../parts.js";
import { type Fault, looseTool, nothing, said, tool, toolAnswer, toolJson } from "./fault.js";

const never = () => new Promise<never>(() => {});
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const toolFaults: readonly Fault[] = [
  {
    check: "TOOL-02/opened",
    what: "the answer is another",
    seen: /^"ok"$/,
    break: toolAnswer("openFile", () => "ok"),
  },
  {
    check: "TOOL-02/in-background",
    what: "makeFrontmost is ignored",
    seen: /^"Opened file/,
    break: looseTool("openFile", (args) => ({ ...args, makeFrontmost: true })),
  },
  {
    check: "TOOL-02/in-background",
    what: "the last line is not counted",
    seen: /^4$/,
    break: toolJson("openFile", (answer) => ({ ...answer, lineCount: Number(answer.lineCount) - 1 })),
  },
  {
    check: "TOOL-02/missing-file",
    what: "a missing file is opened",
    seen: /Opened file/,
    break: tool("openFile", (args) => said(`Opened file: ${String(args.filePath)}`)),
  },
  {
    check: "TOOL-02/end-alone",
    what: "endText alone is ignored",
    seen: /^the result/,
    break: looseTool("openFile", ({ endText: _, ...args }) => args),
  },
  {
    check: "TOOL-02/not-found",
    what: "nothing is said of a text that is not there",
    seen: /^"Opened file: [^(]*"$/,
    break: toolAnswer("openFile", (text) => text.replace(/ \(.*/, "")),
  },
  {
    check: "TOOL-02/empty-texts",
    what: "an empty endText counts",
    seen: /needs/,
    break: (parts) =>
      around(
        parts.tools,
        "openFile",
        (original) => (args, call) =>
          isRecord(args) && args.endText === "" ? said("endText needs startText") : original(args, call),
      ),
  },
  {
    check: "TOOL-02/selects",
    what: "columns count bytes",
    seen: /"character":10/,
    break: toolJson("getCurrentSelection", (answer) => ({
      ...answer,
      selection: { start: { line: 1, character: 10 }, end: { line: 1, character: 26 }, isEmpty: false },
    })),
  },
  {
    check: "TOOL-02/selects",
    what: "the URI is not encoded",
    seen: /odd \$name #1 é/,
    break: toolJson("getCurrentSelection", (answer) => ({ ...answer, fileUrl: `file://${String(answer.filePath)}` })),
  },
  {
    check: "TOOL-02/selects-start",
    what: "startText alone puts the cursor only",
    seen: /"text":""/,
    break: looseTool("openFile", ({ startText: _, ...args }) => args),
  },
  {
    check: "TOOL-02/selects-across-lines",
    what: "endText is looked for from the top",
    seen: /"text":"delta"/,
    break: looseTool("openFile", ({ endText: _, ...args }) => args),
  },
  {
    check: "TOOL-02/to-end-of-line",
    what: "selectToEndOfLine is ignored",
    seen: /"text":"beta"/,
    break: looseTool("openFile", ({ selectToEndOfLine: _, ...args }) => args),
  },
  {
    check: "TOOL-02/lines",
    what: "lines count from 0",
    seen: /"line":2/,
    break: looseTool("openFile", (args) => ({
      ...args,
      startLine: Number(args.startLine) + 1,
      endLine: Number(args.endLine) + 1,
    })),
  },
  {
    check: "TOOL-03/form",
    what: "there are other words for nothing",
    seen: /nothing there/,
    break: tool("getCurrentSelection", () => said('{"success":false,"message":"nothing there"}')),
  },
  {
    check: "TOOL-03/form",
    what: "the range has no end",
    seen: /start/,
    break: tool("getCurrentSelection", () =>
      said(
        '{"success":true,"text":"","filePath":"/a","fileUrl":"file:///a","selection":{"start":{"line":0,"character":0}}}',
      ),
    ),
  },
  {
    check: "TOOL-04/form",
    what: "there is no answer but null",
    seen: /null/,
    break: tool("getLatestSelection", () => said("null")),
  },
  {
    check: "TOOL-04/same",
    what: "nothing is remembered",
    seen: /null,null/,
    break: tool("getLatestSelection", () => said('{"success":false,"message":"No selection available"}')),
  },
  {
    check: "TOOL-05/form",
    what: "URIs are not encoded",
    seen: /file:\/\/\/a b/,
    break: tool("getOpenEditors", () =>
      said(
        '{"tabs":[{"uri":"file:///a b","isActive":true,"isPinned":false,"isPreview":false,"isDirty":false,"label":"a b","groupIndex":0,"viewColumn":1,"isGroupActive":true,"fileName":"/a b","languageId":"x","lineCount":1,"isUntitled":false}]}',
      ),
    ),
  },
  {
    check: "TOOL-05/form",
    what: "members are missing",
    seen: /tabs/,
    break: tool("getOpenEditors", () => said('{"tabs":[{"uri":"file:///a","label":"a"}]}')),
  },
  {
    check: "TOOL-05/opened",
    what: "no tab is named",
    seen: /^\[\]$/,
    break: tool("getOpenEditors", () => said('{"tabs":[]}')),
  },
  {
    check: "TOOL-05/opened",
    what: "no tab is active",
    seen: /"isActive":false/,
    break: toolAnswer("getOpenEditors", (text) => text.replaceAll('"isActive":true', '"isActive":false')),
  },
  {
    check: "TOOL-05/no-reviews",
    what: "diffs are among the tabs",
    seen: /review\.txt/,
    break: (parts) =>
      around(parts.tools, "getOpenEditors", (original) => async (args, call) => {
        for (const name of call.session.diffs.keys())
          call.session.editor.tabs = [...call.session.editor.tabs, { path: `/${name}`, text: "" }];
        return original(args, call);
      }),
  },
  {
    check: "TOOL-06/form",
    what: "there are other folders than in the lock",
    seen: /^\["\/other"\]/,
    break: tool("getWorkspaceFolders", () =>
      said('{"success":true,"folders":[{"name":"other","uri":"file:///other","path":"/other"}],"rootPath":"/other"}'),
    ),
  },
  {
    check: "TOOL-06/form",
    what: "there is no rootPath",
    seen: /^nothing$/,
    break: toolJson("getWorkspaceFolders", ({ rootPath: _, ...answer }) => answer),
  },
  {
    check: "TOOL-07/all",
    what: "the client has given up when the answer comes",
    seen: /^\d+ ms$/,
    options: { times: { allDiagnosticsMs: 40 } },
    break: tool("getDiagnostics", async () => {
      await later(80);
      return said("[]");
    }),
  },
  {
    check: "TOOL-07/all",
    what: "severities are numbers",
    seen: /severity/,
    break: tool("getDiagnostics", () =>
      said(
        '[{"uri":"file:///a","diagnostics":[{"message":"m","severity":1,"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}}]}]',
      ),
    ),
  },
  {
    check: "TOOL-07/one",
    what: "a file without any is left out",
    seen: /^\[\]$/,
    break: tool("getDiagnostics", () => said("[]")),
  },
  {
    check: "TOOL-07/one",
    what: "there is no answer at all",
    seen: nothing,
    break: tool("getDiagnostics", never),
  },
  {
    check: "TOOL-07/raw-uri",
    what: "the URI always comes back encoded",
    seen: /a%20b/,
    break: tool("getDiagnostics", ({ uri }) =>
      said(JSON.stringify([{ uri: encodeURI(decodeURI(String(uri))), diagnostics: [] }])),
    ),
  },
  {
    check: "TOOL-08/not-open",
    what: "a file that is not open is clean",
    seen: /^\{"success":true/,
    break: tool("checkDocumentDirty", ({ filePath }) =>
      said(JSON.stringify({ success: true, filePath, isDirty: false, isUntitled: false })),
    ),
  },
  {
    check: "TOOL-08/open",
    what: "every file is dirty",
    seen: /"isDirty":true/,
    break: toolJson("checkDocumentDirty", (answer) => ({ ...answer, isDirty: true })),
  },
  {
    check: "TOOL-09/not-open",
    what: "there are other words",
    seen: /"message":"no"/,
    break: tool("saveDocument", () => said('{"success":false,"message":"no"}')),
  },
  {
    check: "TOOL-09/open",
    what: "nothing is ever open",
    seen: /"success":false/,
    break: tool("saveDocument", ({ filePath }) =>
      said(JSON.stringify({ success: false, message: `Document not open: ${String(filePath)}` })),
    ),
  },
  {
    check: "TOOL-12/arguments",
    what: "nothing at all is run",
    seen: /^the result/,
    break: looseTool("executeCode", (args) => ({ code: "", ...args })),
  },
];
