/** Faults in tools after openFile (TOOL). */
import { isRecord } from "@tandem-ide/base";
import { around } from "../parts.js";
import { type Fault, lenientTool, textResult, tool, toolAnswer, toolJson } from "./fault.js";

export const openFileFaults: readonly Fault[] = [
  {
    check: "TOOL-02/opened",
    what: "the response is different",
    seen: /^"ok"$/,
    break: toolAnswer("openFile", () => "ok"),
  },
  {
    check: "TOOL-02/in-background",
    what: "makeFrontmost is ignored",
    seen: /^"Opened file/,
    break: lenientTool("openFile", (args) => ({ ...args, makeFrontmost: true })),
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
    break: tool("openFile", (args) => textResult(`Opened file: ${String(args.filePath)}`)),
  },
  {
    check: "TOOL-02/end-alone",
    what: "endText alone is ignored",
    seen: /^the result/,
    break: lenientTool("openFile", ({ endText: _, ...args }) => args),
  },
  {
    check: "TOOL-02/not-found",
    what: "missing text isn't reported",
    seen: /^"Opened file: [^(]*"$/,
    break: toolAnswer("openFile", (text) => text.replace(/ \(.*/, "")),
  },
  {
    check: "TOOL-02/empty-texts",
    what: "an empty endText is searched",
    seen: /needs/,
    break: (parts) =>
      around(
        parts.tools,
        "openFile",
        (original) => (args, call) =>
          isRecord(args) && args.endText === "" ? textResult("endText needs startText") : original(args, call),
      ),
  },
  {
    check: "TOOL-02/selects",
    what: "columns are in bytes",
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
    what: "startText alone only moves the cursor",
    seen: /"text":""/,
    break: lenientTool("openFile", ({ startText: _, ...args }) => args),
  },
  {
    check: "TOOL-02/selects-across-lines",
    what: "endText is searched from the start of the file",
    seen: /"text":"delta"/,
    break: lenientTool("openFile", ({ endText: _, ...args }) => args),
  },
  {
    check: "TOOL-02/to-end-of-line",
    what: "selectToEndOfLine is ignored",
    seen: /"text":"beta"/,
    break: lenientTool("openFile", ({ selectToEndOfLine: _, ...args }) => args),
  },
  {
    check: "TOOL-02/lines",
    what: "lines are counted from 0",
    seen: /"line":2/,
    break: lenientTool("openFile", (args) => ({
      ...args,
      startLine: Number(args.startLine) + 1,
      endLine: Number(args.endLine) + 1,
    })),
  },
  {
    check: "TOOL-04/same",
    what: "the latest selection isn't remembered",
    seen: /null,null/,
    break: tool("getLatestSelection", () => textResult('{"success":false,"message":"No selection available"}')),
  },
  {
    check: "TOOL-05/opened",
    what: "tabs have no label",
    seen: /^\[\]$/,
    break: tool("getOpenEditors", () => textResult('{"tabs":[]}')),
  },
  {
    check: "TOOL-05/opened",
    what: "no tab is active",
    seen: /"isActive":false/,
    break: toolAnswer("getOpenEditors", (text) => text.replaceAll('"isActive":true', '"isActive":false')),
  },
  {
    check: "TOOL-08/open",
    what: "every file is reported as dirty",
    seen: /"isDirty":true/,
    break: toolJson("checkDocumentDirty", (answer) => ({ ...answer, isDirty: true })),
  },
  {
    check: "TOOL-09/open",
    what: "nothing is ever open",
    seen: /"success":false/,
    break: tool("saveDocument", ({ filePath }) =>
      textResult(JSON.stringify({ success: false, message: `Document not open: ${String(filePath)}` })),
    ),
  },
];
