/** A window's connection to the real TypeScript 7. */
import { join } from "node:path";
import { toFileUri } from "@tandem-ide/protocol";
import { expect, test } from "vitest";
import { openText } from "../testing/language/answers.js";
import { startServers, timeLimits } from "../testing/language/start-servers.js";
import { pullServer, typescriptProject } from "../testing/language/typescript-project.js";

interface Answer {
  readonly id: number;
  readonly result?: Record<string, unknown> | unknown[] | null;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A project with an open file, and a window that requests information about it. */
async function connected() {
  const text = "/** How many. */\nexport const count = 1;\ncount;\n";
  const folder = typescriptProject({ "a.ts": "" });
  const path = join(folder, "a.ts");
  const { servers } = startServers({ folders: [folder], settings: pullServer });
  servers.opened(openText(path, 0, text));
  const windows = await Promise.all([0, 1].map(() => window()));
  async function window() {
    const got: Answer[] = [];
    const line = await servers.connect(path, (message) => got.push(JSON.parse(message)));
    if (!line) throw new Error("No server");
    const say = (message: object) => line.receive(JSON.stringify({ jsonrpc: "2.0", ...message }));
    const ask = async (id: number, method: string, params: object) => {
      say({ id, method, params });
      await expect.poll(() => got.find((answer) => answer.id === id)).toBeDefined();
      return got.find((answer) => answer.id === id);
    };
    return { line, got, say, ask };
  }
  const at = (line: number, character: number) => ({
    textDocument: { uri: toFileUri(path) },
    position: { line, character },
  });
  return { servers, folder, path, windows, at };
}

test("two pages with the same request ids get their own responses", async () => {
  const { windows, servers, at } = await connected();
  const [one, two] = windows;
  const greeting = await one?.ask(1, "initialize", {});
  expect(greeting?.result).toMatchObject({ capabilities: { hoverProvider: true, textDocumentSync: 0 } });
  expect(JSON.stringify(greeting?.result)).not.toMatch(/rename|executeCommand|formatting|codeAction/i);
  const answers = await Promise.all([
    one?.ask(2, "textDocument/hover", at(2, 1)),
    two?.ask(2, "textDocument/definition", at(2, 1)),
  ]);
  expect(JSON.stringify(answers[0]?.result)).toContain("How many.");
  expect(answers[1]?.result).toMatchObject([{ range: { start: { line: 1, character: 13 } } }]);
  expect(one?.line.key).toBe(two?.line.key);
  expect(servers.status()).toHaveLength(1);
});

test("sends typed text to the server before a request", async () => {
  const { windows, servers, path, at } = await connected();
  servers.changed(openText(path, 1, "export const renamed = 'x';\nrenamed.toUpper\n"));
  const answer = await windows[0]?.ask(1, "textDocument/completion", at(1, 15));
  expect(JSON.stringify(answer?.result)).toContain("toUpperCase");
});

test("drops a page's document notifications and uses the host's text", async () => {
  const { windows, servers, path } = await connected();
  const [window] = windows;
  const uri = toFileUri(path);
  window?.say({ method: "initialized", params: {} });
  window?.say({
    method: "textDocument/didOpen",
    params: { textDocument: { uri, languageId: "typescript", version: 7, text: "const n: number = '';" } },
  });
  window?.say({ method: "textDocument/didClose", params: { textDocument: { uri } } });
  expect(await servers.diagnostics(path, timeLimits.warmUp())).toEqual({
    files: [{ path, diagnostics: [] }],
    isCurrent: true,
  });
});

test.each(["textDocument/rename", "workspace/executeCommand", "textDocument/formatting", "workspace/applyEdit"])(
  "rejects %s",
  async (method) => {
    const { windows } = await connected();
    expect((await windows[0]?.ask(1, method, {}))?.error).toEqual({
      code: -32601,
      message: `${method} isn't supported here`,
    });
  },
);

test("cancels requests, drops invalid messages, and sends nothing after close", async () => {
  const { windows, at } = await connected();
  const [window] = windows;
  window?.say({ id: 1, method: "textDocument/references", params: { ...at(2, 1), context: {} } });
  window?.say({ method: "$/cancelRequest", params: { id: 1 } });
  await expect.poll(() => window?.got[0]?.error?.message).toBe("Cancelled");
  window?.line.receive("not JSON");
  window?.line.receive("[]");
  expect((await window?.ask(2, "shutdown", {}))?.result).toBeNull();
  window?.say({ id: 3, method: "textDocument/hover", params: at(2, 1) });
  window?.line.close();
  expect((await windows[1]?.ask(1, "textDocument/hover", at(2, 1)))?.result).toBeTruthy();
  expect(window?.got.map(({ id }) => id)).toEqual([1, 2]);
});

test("a file without a server has no connection", async () => {
  const { servers, folder } = await connected();
  expect(await servers.connect(join(folder, "a.txt"), () => {})).toBeUndefined();
});

test("a send that throws doesn't end the process", async () => {
  const { servers, path } = await connected();
  const tried: string[] = [];
  const line = await servers.connect(path, (message) => {
    tried.push(message);
    throw new Error("The socket is closed");
  });
  line?.receive(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }));
  line?.receive(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "no/such" }));
  // An unhandled rejection fails the run.
  await expect.poll(() => tried.length).toBe(1);
});
