/** What Gemini CLI needs from an endpoint: docs/protocol-gemini.md. */
import { lstat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isRecord } from "@tandem-ide/base";
import type { NamedCheck } from "../check.js";
import { expectEqual } from "../expect.js";
import { Failure, NotApplicable } from "../outcome.js";
import { show } from "../show.js";
import { type GeminiClient, type HttpAnswer, jsonHeaders, send } from "./wire.js";

export interface GeminiContext {
  /** A client that isn't connected. */
  client(): GeminiClient;
  /** A connected client. */
  session(): Promise<GeminiClient>;
  /** A file that doesn't exist, in a workspace folder. */
  readonly path: string;
}

export interface GeminiCheck extends NamedCheck {
  run(context: GeminiContext): Promise<void>;
}

function expectStatus({ status }: HttpAnswer, expected: number, what: string): void {
  expectEqual(status, expected, what);
}

const text = "one\ntwo\n";

/** Returns the JSON text of a tool's result, or undefined if it has no text. */
function contentIn(result: Readonly<Record<string, unknown>>): unknown {
  const [first]: unknown[] = Array.isArray(result.content) ? result.content : [];
  if (!isRecord(first) || typeof first.text !== "string") return undefined;
  try {
    const value: unknown = JSON.parse(first.text);
    return isRecord(value) ? value.content : undefined;
  } catch {
    throw new Failure('a text with JSON: {"content": …}', show(first.text));
  }
}

function isPosition(value: unknown): boolean {
  const isCount = (each: unknown) => typeof each === "number" && Number.isInteger(each) && each >= 1;
  return isRecord(value) && isCount(value.line) && isCount(value.character);
}

function problemOf(file: unknown): string | undefined {
  if (!isRecord(file) || typeof file.path !== "string" || !isAbsolute(file.path)) return "a file without absolute path";
  if (typeof file.timestamp !== "number") return "a file without timestamp";
  if (file.cursor !== undefined && !isPosition(file.cursor)) return "a cursor that doesn't start at 1";
  return undefined;
}

export const geminiChecks: readonly GeminiCheck[] = [
  {
    name: "GEM-01/file",
    title: "the discovery file's name contains the port, and only the user can read it",
    async run({ client }) {
      const { file, port } = client().target;
      const [, named] = /^gemini-ide-server-\d+-(\d+)\.json$/.exec(basename(file)) ?? [];
      expectEqual(Number(named), port, "the port in the file's name");
      const { mode } = await lstat(file);
      if (process.platform !== "win32") expectEqual(mode & 0o077, 0, "the rights of others to the file");
    },
  },
  {
    name: "GEM-01/directory",
    title: "nobody else can change the directory of the discovery file",
    async run({ client }) {
      if (process.platform === "win32") throw new NotApplicable("modes exist on POSIX only");
      const stat = await lstat(dirname(client().target.file));
      if (!stat.isDirectory()) throw new Failure("a directory", "a link or a file");
      expectEqual(stat.mode & 0o002, 0, "the right of others to write to the directory");
    },
  },
  {
    name: "GEM-01/name",
    title: "ideInfo names the editor, so the client connects in any terminal",
    async run({ client }) {
      const { ideInfo } = client().target.content;
      const isNamed = isRecord(ideInfo) && Boolean(ideInfo.name) && Boolean(ideInfo.displayName);
      if (!isNamed) throw new Failure("ideInfo with name and displayName", show(ideInfo));
    },
  },
  {
    name: "GEM-02/token",
    title: "a missing or wrong token is answered with 401",
    async run({ client }) {
      const { port } = client().target;
      const body = "{}";
      expectStatus(await send(port, "POST", { headers: jsonHeaders, body }), 401, "the status without a token");
      const headers = { ...jsonHeaders, authorization: "Bearer wrong" };
      expectStatus(await send(port, "POST", { headers, body }), 401, "the status with a wrong token");
    },
  },
  {
    name: "GEM-02/origin",
    title: "a request with an Origin is refused, even with the token",
    async run({ client }) {
      expectStatus(await client().initialize({ origin: "http://localhost" }), 403, "the status with an Origin");
    },
  },
  {
    name: "GEM-02/host",
    title: "a Host that isn't loopback is refused, even with the token",
    async run({ client }) {
      expectStatus(await client().initialize({ host: "evil.example" }), 403, "the status with a foreign Host");
    },
  },
  {
    name: "GEM-02/fetch",
    title: "the headers of Node's fetch don't count as a web page",
    async run({ client }) {
      expectStatus(await client().initialize({ "sec-fetch-mode": "cors" }), 200, "the status with Sec-Fetch-Mode");
    },
  },
  {
    name: "GEM-03/session",
    title: "initialize returns an mcp-session-id, and a request without one is refused",
    async run({ client, session }) {
      await session();
      const answer = await client().post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      expectStatus(answer, 400, "the status of tools/list without a session");
    },
  },
  {
    name: "GEM-03/notification",
    title: "a notification is answered with 202",
    async run({ session }) {
      const answer = await (await session()).post({ jsonrpc: "2.0", method: "notifications/initialized" });
      expectStatus(answer, 202, "the status of a notification");
    },
  },
  {
    name: "GEM-03/tools",
    title: "openDiff and closeDiff are listed; without both, the client shows no review",
    async run({ session }) {
      const { tools } = await (await session()).call("tools/list");
      const names = Array.isArray(tools) ? tools.map((tool) => (isRecord(tool) ? tool.name : undefined)) : [];
      const missing = ["openDiff", "closeDiff"].filter((name) => !names.includes(name));
      if (missing.length > 0) throw new Failure("openDiff and closeDiff", show(names));
    },
  },
  {
    name: "GEM-04/context",
    title: "the open files come after tools/list, with absolute paths and positions from 1",
    async run({ session }) {
      const client = await session();
      const { params } = await client.waitFor(({ method }) => method === "ide/contextUpdate", "ide/contextUpdate");
      const files = isRecord(params.workspaceState) ? params.workspaceState.openFiles : undefined;
      if (!Array.isArray(files)) throw new Failure("workspaceState.openFiles", show(params));
      const problem = files.map(problemOf).find((each) => each !== undefined);
      if (problem !== undefined) throw new Failure("files as documented", problem);
    },
  },
  {
    name: "GEM-05/opens",
    title: "openDiff returns at once, without an error",
    async run({ session, path }) {
      const client = await session();
      const result = await client.tool("openDiff", { filePath: path, newContent: text });
      await client.tool("closeDiff", { filePath: path, suppressNotification: true });
      if (result.isError) throw new Failure("a review", show(result));
    },
  },
  {
    name: "GEM-05/closes",
    title: "closeDiff returns the review's text as JSON, which is what the client writes",
    async run({ session, path }) {
      const client = await session();
      await client.tool("openDiff", { filePath: path, newContent: text });
      const result = await client.tool("closeDiff", { filePath: path, suppressNotification: true });
      expectEqual(contentIn(result), text, "the content");
    },
  },
  {
    name: "GEM-05/unknown",
    title: "closeDiff of a file without a review returns no text and no error",
    async run({ session, path }) {
      const result = await (await session()).tool("closeDiff", { filePath: join(path, "other") });
      expectEqual([contentIn(result), result.isError ?? false], [undefined, false], "content and isError");
    },
  },
  {
    name: "GEM-05/owner",
    title: "only the client that opened a review can close it",
    async run({ session, path }) {
      const [owner, other] = [await session(), await session()];
      await owner.tool("openDiff", { filePath: path, newContent: text });
      const stolen = contentIn(await other.tool("closeDiff", { filePath: path, suppressNotification: true }));
      await owner.tool("closeDiff", { filePath: path, suppressNotification: true });
      expectEqual(stolen, undefined, "what another client gets");
    },
  },
  {
    name: "GEM-05/told",
    title: "closing without suppressNotification tells ide/diffRejected, once, with the path as given",
    async run({ session, path }) {
      const client = await session();
      await client.tool("openDiff", { filePath: path, newContent: text });
      await client.tool("closeDiff", { filePath: path });
      const isOutcome = ({ method }: { readonly method: string }) => method.startsWith("ide/diff");
      await client.waitFor(isOutcome, "ide/diffRejected");
      await client.call("ping");
      const outcomes = client.told.filter(isOutcome).map(({ method, params }) => [method, params.filePath]);
      expectEqual(outcomes, [["ide/diffRejected", path]], "the outcomes");
    },
  },
];
