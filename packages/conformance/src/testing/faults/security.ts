/** Faults in confinement and privacy (SEC, PRV). */
import { join, relative } from "node:path";
import { isRecord } from "@tandem-ide/base";
import { errorCodes } from "@tandem-ide/protocol";
import { around, type Parts } from "../parts.js";
import { wireSelection } from "../request-methods.js";
import { listBelow, place, refuse } from "../workspace.js";
import { type Fault, method, reword, textResult, tool, toolAnswer, toolJson } from "./fault.js";

/** Confines paths without resolving links. */
const byWords: Parts["resolve"] = async (folder, path) => {
  if (path.split("/").includes("..") || path.startsWith("~")) refuse(path);
  return place(folder, path);
};

/** Treats all files like workspace files. */
function selectsOutside(parts: Parts): void {
  parts.isOutside = () => false;
}

export const securityFaults: readonly Fault[] = [
  {
    check: "SEC-01/parent",
    what: ".. segments are allowed if the path stays inside",
    seen: /^error -32603/,
    break(parts) {
      parts.resolve = async (folder, path) => {
        const found = place(folder, path);
        if (path.startsWith("~") || relative(folder, found).startsWith("..")) refuse(path);
        return found;
      };
    },
  },
  {
    check: "SEC-01/parent",
    what: "the path is missing",
    seen: /"refused"/,
    break: reword(errorCodes.invalidParams, "refused"),
  },
  {
    check: "SEC-01/home",
    what: "~ is an ordinary name",
    seen: /^error -32603/,
    break(parts) {
      const { resolve } = parts;
      parts.resolve = (folder, path) => resolve(folder, path.replace(/^~/, "home"));
    },
  },
  {
    check: "SEC-01/names",
    what: "two dots are refused in names too",
    seen: /^error -32602/,
    break(parts) {
      const { resolve } = parts;
      parts.resolve = async (folder, path) => (path.includes("..") ? refuse(path) : resolve(folder, path));
    },
  },
  {
    check: "SEC-01/outside",
    what: "any absolute path is accepted",
    seen: /must not be leaked/,
    break(parts) {
      const { resolve } = parts;
      parts.resolve = async (folder, path) => (path.startsWith("/") ? path : resolve(folder, path));
    },
  },
  {
    check: "SEC-01/inside",
    what: "a leading slash is refused",
    seen: /^error -32602/,
    break(parts) {
      const { resolve } = parts;
      parts.resolve = async (folder, path) => (path.startsWith("/") ? refuse(path) : resolve(folder, path));
    },
  },
  {
    check: "SEC-01/parent-write",
    what: "writes accept .. segments",
    seen: /^the result/,
    break(parts) {
      parts.resolve = async (folder, path) => join(folder, path);
    },
  },
  {
    check: "SEC-01/link-read",
    what: "links are not resolved",
    seen: /must not be leaked/,
    break(parts) {
      parts.resolve = byWords;
    },
  },
  {
    check: "SEC-01/link-write",
    what: "links are not resolved",
    seen: /^the result/,
    break(parts) {
      parts.resolve = byWords;
    },
  },
  {
    check: "SEC-02/hidden-write",
    what: ".git is written to",
    seen: /^the result/,
    break(parts) {
      parts.isHidden = () => false;
    },
  },
  {
    check: "SEC-02/hidden-write",
    what: "only the .git of the folder itself is hidden",
    seen: /^the result/,
    break(parts) {
      parts.isHidden = (path) => /^(\.git|\.obsidian)\//.test(path);
    },
  },
  {
    check: "SEC-02/code-write",
    what: "a manifest is written",
    seen: /^the result/,
    break(parts) {
      parts.runsCode = (path) => path.includes(".vscode");
    },
  },
  {
    check: "SEC-02/code-write",
    what: "only the usual spelling is refused",
    seen: /^the result/,
    break(parts) {
      parts.runsCode = (path) => /(^|\/)(\.vscode\/|package\.json$|node_modules\/)/.test(path);
    },
  },
  {
    check: "SEC-02/directory",
    what: "a directory is opened",
    seen: /Opened file/,
    break: tool("openFile", ({ filePath }) => textResult(`Opened file: ${String(filePath)}`)),
  },
  {
    check: "SEC-02/outside-text",
    what: "a selection outside the workspace is sent with its text",
    seen: /selection_changed.*must not be leaked/,
    // It comes later on a busy machine.
    options: { times: { quietMs: 200 } },
    break: selectsOutside,
  },
  {
    check: "SEC-02/outside-text",
    what: "the notification omits the text, but the tools return it",
    seen: /"success":true.*must not be leaked/,
    break(parts) {
      selectsOutside(parts);
      parts.outgoing = (message) => (isRecord(message) && message.method === "selection_changed" ? undefined : message);
    },
  },
  {
    check: "SEC-02/outside-text",
    what: "the latest selection contains the text",
    seen: /"success":true.*must not be leaked/,
    break(parts) {
      selectsOutside(parts);
      toolJson("getCurrentSelection", (answer) => ({ ...answer, text: "" }))(parts);
      parts.outgoing = (message) => (isRecord(message) && message.method === "selection_changed" ? undefined : message);
    },
  },
  {
    check: "SEC-02/outside-guess",
    what: "missing text is reported as not found",
    seen: /^\["Opened file: [^("]*"/,
    break: selectsOutside,
  },
  {
    check: "SEC-02/outside-guess",
    what: "the range reveals the text",
    seen: /"line":1/,
    break(parts) {
      selectsOutside(parts);
      toolAnswer("openFile", (words) => words.replace(/ \(.*/, ""))(parts);
      toolJson("getCurrentSelection", (answer) => ({ ...answer, text: "" }))(parts);
    },
  },
  {
    check: "PRV-01/requests",
    what: "nothing is hidden",
    seen: /must not be leaked/,
    break(parts) {
      parts.isHidden = () => false;
    },
  },
  {
    check: "PRV-01/requests",
    what: "hidden files are listed",
    seen: /\.env$/,
    break: method("listFiles", (_, { session }) => listBelow(session.folder, () => false)),
  },
  {
    check: "PRV-01/selection",
    what: "the selection is answered",
    seen: /"success":true/,
    break: tool("getCurrentSelection", (_, { session }) =>
      textResult(
        JSON.stringify(session.editor.selection ? { success: true, ...wireSelection(session.editor.selection) } : {}),
      ),
    ),
  },
  {
    check: "PRV-01/selection",
    what: "the selection is sent",
    seen: /selection_changed/,
    break: (parts) =>
      around(parts.tools, "openFile", (original) => async (args, call) => {
        const answer = await original(args, call);
        const { selection } = call.session.editor;
        if (selection)
          call.session.send({ jsonrpc: "2.0", method: "selection_changed", params: wireSelection(selection) });
        return answer;
      }),
  },
];
