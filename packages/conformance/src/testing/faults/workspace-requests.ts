/** Faults in workspace requests (WSM). */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isRecord } from "@tandem-ide/base";
import { errorCodes, requests } from "@tandem-ide/protocol";
import { parse } from "../mcp-methods.js";
import { around, type Method, type Parts } from "../parts.js";
import { type Fault, method, noMethod, recode, reword } from "./fault.js";

/** Writes directly, without asking or a temporary file. */
export const plainWrite: Method = async (params, { session }) => {
  const { path, content } = parse(requests.writeFile, params, "params");
  await writeFile(await session.parts.resolve(session.folder, path), content);
  return { success: true };
};

function changesList(change: (paths: string[], folder: string) => unknown): (parts: Parts) => void {
  return (parts) =>
    around(parts.methods, "listFiles", (original) => async (params, call) => {
      const paths = await original(params, call);
      return Array.isArray(paths) ? change(paths.map(String), call.session.folder) : paths;
    });
}

export const requestFaults: readonly Fault[] = [
  { check: "WSM-01/reads", what: "it is unknown", seen: /^error -32601/, break: noMethod("files/read") },
  {
    check: "WSM-01/reads",
    what: "the text is wrapped",
    seen: /content/,
    break: method("files/read", () => ({ content: "" })),
  },
  {
    check: "WSM-01/missing",
    what: "a missing file is read as empty",
    seen: /^the result ""/,
    break: method("files/read", () => ""),
  },
  {
    check: "WSM-02/form",
    what: "there is no cursor",
    seen: /"text":"x"/,
    break: method("workspace/selection", () => {
      const selection = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 }, isEmpty: false };
      return { success: true, text: "x", filePath: "/a", fileUrl: "file:///a", selection };
    }),
  },
  {
    check: "WSM-03/before-initialize",
    what: "it only works after initialize",
    seen: /^error -32600/,
    break: (parts) => void parts.early.delete("resources/list"),
  },
  {
    check: "WSM-04/reads",
    what: "it only works after initialize",
    seen: /^error -32600/,
    break: (parts) => void parts.early.delete("readFile"),
  },
  {
    check: "WSM-04/reads",
    what: "the text is different",
    seen: /^"something else"/,
    break: method("readFile", () => "something else"),
  },
  {
    check: "WSM-04/missing",
    what: "the message for a missing file is different",
    seen: /ENOENT/,
    break: reword(errorCodes.internalError, "ENOENT"),
  },
  {
    check: "WSM-04/arguments",
    what: "bad params are internal errors",
    seen: /^error -32603/,
    break: recode(errorCodes.invalidParams, errorCodes.internalError),
  },
  {
    check: "WSM-04/binary",
    what: "binary files are read as text",
    seen: /a\\u0000b/,
    break: method("readFile", async (params, { session }) => {
      const { path } = parse(requests.readFile, params, "params");
      return readFile(await session.parts.resolve(session.folder, path), "utf8");
    }),
  },
  {
    check: "WSM-05/writes",
    what: "directories are not created",
    seen: /^error -32603/,
    break: method("writeFile", plainWrite),
  },
  {
    check: "WSM-05/writes",
    what: "line ends are changed",
    seen: /😀\\n/,
    break: (parts) =>
      around(
        parts.methods,
        "writeFile",
        (original) => (params, call) =>
          original(
            isRecord(params) ? { ...params, content: String(params.content).replaceAll("\r\n", "\n") } : params,
            call,
          ),
      ),
  },
  {
    check: "WSM-05/writes",
    what: "a temporary file is left",
    seen: /new file\.txt\.tmp/,
    break: method("writeFile", async (params, { session }) => {
      const { path, content } = parse(requests.writeFile, params, "params");
      const found = await session.parts.resolve(session.folder, path);
      await mkdir(dirname(found), { recursive: true });
      await writeFile(found, content);
      await writeFile(`${found}.tmp`, content);
      return { success: true };
    }),
  },
  {
    check: "WSM-05/atomic",
    what: "the file is overwritten in place",
    seen: /^"new"$/,
    break: method("writeFile", plainWrite),
  },
  {
    check: "WSM-06/form",
    what: "paths are absolute",
    seen: /^"\//,
    break: changesList((paths, folder) => paths.map((path) => join(folder, path))),
  },
  {
    check: "WSM-06/form",
    what: ".git is listed",
    seen: /\.git\/config/,
    async break(parts, { workspace }) {
      await mkdir(join(workspace, ".git"));
      await writeFile(join(workspace, ".git/config"), "");
      parts.isHidden = () => false;
    },
  },
  {
    check: "WSM-06/pattern",
    what: "the pattern is ignored",
    seen: /c\.txt/,
    break: (parts) => around(parts.methods, "listFiles", (original) => (_, call) => original({}, call)),
  },
  {
    check: "WSM-06/ignored",
    what: ".gitignore is ignored",
    seen: /noise\.log/,
    break: changesList((paths) =>
      paths.flatMap((path) => (path.endsWith("kept.txt") ? [path, path.replace("kept.txt", "noise.log")] : path)),
    ),
  },
  {
    check: "WSM-06/ignored",
    what: "dot files are left out",
    seen: /^(?!.*dotted)/,
    break: changesList((paths) => paths.filter((path) => !/(^|\/)\./.test(path))),
  },
  {
    check: "WSM-06/ignored",
    what: "links are followed",
    seen: /link\/inner\.txt/,
    break: changesList((paths) => paths.map((path) => path.replace(/\/link$/, "/link/inner.txt"))),
  },
  {
    check: "WSM-07/form",
    what: "the file count is different",
    seen: /^99$/,
    break: (parts) =>
      around(parts.methods, "getWorkspaceInfo", (original) => async (params, call) => {
        const info = await original(params, call);
        return isRecord(info) ? { ...info, fileCount: 99 } : info;
      }),
  },
  { check: "WSM-07/form", what: "it is unknown", seen: /^error -32601/, break: noMethod("getWorkspaceInfo") },
  { check: "WSM-08/form", what: "the response is null", seen: /^null/, break: method("getOpenFiles", () => null) },
  {
    check: "WSM-08/opened",
    what: "paths are absolute",
    seen: /^\["\//,
    break: method("getOpenFiles", (_, { session }) => session.editor.tabs.map(({ path }) => path)),
  },
  { check: "WSM-09/form", what: "no file is an object", seen: /^\{\}/, break: method("getCurrentFile", () => ({})) },
  { check: "WSM-09/opened", what: "it is always null", seen: /^null/, break: method("getCurrentFile", () => null) },
];
