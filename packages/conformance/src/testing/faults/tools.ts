/** Faults in the other tools (TOOL). */
import { around } from "../parts.js";
import { type Fault, lenientTool, nothing, textResult, tool, toolJson } from "./fault.js";

const never = () => new Promise<never>(() => {});
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const toolFaults: readonly Fault[] = [
  {
    check: "TOOL-03/form",
    what: "the message for no selection is different",
    seen: /nothing there/,
    break: tool("getCurrentSelection", () => textResult('{"success":false,"message":"nothing there"}')),
  },
  {
    check: "TOOL-03/form",
    what: "the range has no end",
    seen: /start/,
    break: tool("getCurrentSelection", () =>
      textResult(
        '{"success":true,"text":"","filePath":"/a","fileUrl":"file:///a","selection":{"start":{"line":0,"character":0}}}',
      ),
    ),
  },
  {
    check: "TOOL-04/form",
    what: "the response is null",
    seen: /null/,
    break: tool("getLatestSelection", () => textResult("null")),
  },
  {
    check: "TOOL-05/form",
    what: "URIs are not encoded",
    seen: /file:\/\/\/a b/,
    break: tool("getOpenEditors", () =>
      textResult(
        '{"tabs":[{"uri":"file:///a b","isActive":true,"isPinned":false,"isPreview":false,"isDirty":false,"label":"a b","groupIndex":0,"viewColumn":1,"isGroupActive":true,"fileName":"/a b","languageId":"x","lineCount":1,"isUntitled":false}]}',
      ),
    ),
  },
  {
    check: "TOOL-05/form",
    what: "members are missing",
    seen: /tabs/,
    break: tool("getOpenEditors", () => textResult('{"tabs":[{"uri":"file:///a","label":"a"}]}')),
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
      textResult(
        '{"success":true,"folders":[{"name":"other","uri":"file:///other","path":"/other"}],"rootPath":"/other"}',
      ),
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
    what: "the response comes after the client's limit",
    seen: /^\d+ ms$/,
    options: { times: { allDiagnosticsMs: 40 } },
    break: tool("getDiagnostics", async () => {
      await later(80);
      return textResult("[]");
    }),
  },
  {
    check: "TOOL-07/all",
    what: "severities are numbers",
    seen: /severity/,
    break: tool("getDiagnostics", () =>
      textResult(
        '[{"uri":"file:///a","diagnostics":[{"message":"m","severity":1,"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}}]}]',
      ),
    ),
  },
  {
    check: "TOOL-07/one",
    what: "a clean file is omitted",
    seen: /^\[\]$/,
    break: tool("getDiagnostics", () => textResult("[]")),
  },
  {
    check: "TOOL-07/one",
    what: "there is no response at all",
    seen: nothing,
    break: tool("getDiagnostics", never),
  },
  {
    check: "TOOL-07/raw-uri",
    what: "the URI always comes back encoded",
    seen: /a%20b/,
    break: tool("getDiagnostics", ({ uri }) =>
      textResult(JSON.stringify([{ uri: encodeURI(decodeURI(String(uri))), diagnostics: [] }])),
    ),
  },
  {
    check: "TOOL-08/not-open",
    what: "a closed file is reported as clean",
    seen: /^\{"success":true/,
    break: tool("checkDocumentDirty", ({ filePath }) =>
      textResult(JSON.stringify({ success: true, filePath, isDirty: false, isUntitled: false })),
    ),
  },
  {
    check: "TOOL-09/not-open",
    what: "the message is different",
    seen: /"message":"no"/,
    break: tool("saveDocument", () => textResult('{"success":false,"message":"no"}')),
  },
  {
    check: "TOOL-12/arguments",
    what: "the code isn't run",
    seen: /^the result/,
    break: lenientTool("executeCode", (args) => ({ code: "", ...args })),
  },
];
