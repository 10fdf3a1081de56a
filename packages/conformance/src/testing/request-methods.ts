/** The workspace requests of the test endpoint. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, relative } from "node:path";
import { errorCodes, RpcError, requests, toFileUri } from "@tandem-ide/protocol";
import type { FakeSelection } from "./fake-editor.js";
import { parse } from "./mcp-methods.js";
import type { Method, Session } from "./parts.js";
import { listBelow, matchesGlob } from "./workspace.js";

/** The selection in wire format. */
export function wireSelection({ path, text, range }: FakeSelection): Record<string, unknown> {
  return { text, filePath: path, fileUrl: toFileUri(path), selection: range };
}

/** The result of getCurrentSelection. */
export function currentSelection({ editor, parts }: Session, none: string): Record<string, unknown> {
  const { selection } = editor;
  if (!selection) return { success: false, message: none };
  if (parts.isHidden(selection.path)) return { success: false, message: "Hidden by privacy rules" };
  return { success: true, ...wireSelection(selection) };
}

/** Decodes text, or throws if it is binary. */
function decode(bytes: Buffer): string {
  const refusal = new RpcError(errorCodes.internalError, "failed to read file: it is binary");
  if (bytes.includes(0)) throw refusal;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal;
  }
}

async function inside({ parts, folder }: Session, path: string): Promise<string> {
  const found = await parts.resolve(folder, path);
  if (parts.isHidden(relative(folder, found)))
    throw new RpcError(errorCodes.invalidParams, `hidden by privacy rules: ${path}`);
  return found;
}

const read: Method = async (params, { session }) => {
  const { path } = parse(requests.readFile, params, "params");
  const found = await inside(session, path);
  const bytes = await readFile(found).catch(() => {
    throw new RpcError(errorCodes.internalError, "failed to read file: File not found");
  });
  return decode(bytes);
};

const list = ({ folder, parts }: Session) => listBelow(folder, parts.isHidden);

export const requestMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["files/read", read],
  ["readFile", read],
  [
    "writeFile",
    async (params, { session, signal }) => {
      const { path, content } = parse(requests.writeFile, params, "params");
      const found = await inside(session, path);
      if (session.parts.runsCode(relative(session.folder, found)))
        throw new RpcError(errorCodes.invalidParams, `no request writes files that run code: ${path}`);
      await session.parts.askUser(signal);
      await mkdir(dirname(found), { recursive: true });
      const temporary = `${found}.${randomUUID()}`;
      await writeFile(temporary, content);
      await rename(temporary, found);
      return { success: true };
    },
  ],
  [
    "listFiles",
    async (params, { session }) => {
      const { pattern } = parse(requests.listFiles, params, "params");
      const all = await list(session);
      return pattern === undefined ? all : all.filter((path) => matchesGlob(path, pattern));
    },
  ],
  [
    "getWorkspaceInfo",
    async (_, { session }) => {
      const { folder } = session;
      return { name: basename(folder), path: folder, fileCount: (await list(session)).length, type: "folder" };
    },
  ],
  ["getOpenFiles", (_, { session }) => session.editor.tabs.map(({ path }) => relative(session.folder, path))],
  [
    "getCurrentFile",
    (_, { session }) => {
      const { active } = session.editor;
      return active ? relative(session.folder, active.path) : null;
    },
  ],
  [
    "workspace/selection",
    (_, { session }) => {
      const cursor = session.editor.selection?.range.end;
      return { ...currentSelection(session, "No active editor found"), ...(cursor ? { cursor } : {}) };
    },
  ],
]);
