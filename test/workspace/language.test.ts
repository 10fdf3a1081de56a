/**
 * The language servers behind the real endpoint, wrapped as in the workbench, and with the library that its page uses.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, loadavg } from "node:os";
import { dirname, join } from "node:path";
import { LSPClient } from "@codemirror/lsp-client";
import { connect } from "@tandem-ide/client";
import { toFileUri } from "@tandem-ide/protocol";
import { createEndpoint, type Editor } from "@tandem-ide/server";
import type { LanguageTools } from "@tandem-ide/workbench";
import { createLanguageServers, type LanguageServers, type LanguageSettings } from "@tandem-ide/workspace/language";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryDirectory } from "../endpoint.js";

const wrong = 'export const a: number = "x";\n';
const right = "export const a: number = 1;\n";

const repository = createRequire(import.meta.url);
/** The project's own TypeScript is an older version, which has no server. */
const workspacePackage = createRequire(new URL("../../packages/workspace/package.json", import.meta.url));
const installed = (name: string, file: string, { resolve } = repository) =>
  join(dirname(resolve(`${name}/package.json`)), file);

const native: LanguageSettings = {
  servers: { typescript: { command: installed("typescript", "bin/tsc"), args: ["--lsp", "--stdio"] } },
};
const pushing: LanguageSettings = {
  servers: {
    pushing: {
      command: installed("typescript-language-server", "lib/cli.mjs"),
      args: ["--stdio"],
      extensions: [".ts"],
      languages: ["typescript"],
      initializationOptions: {
        disableAutomaticTypingAcquisition: true,
        tsserver: { path: installed("typescript", "lib/tsserver.js", workspacePackage), useSyntaxServer: "never" },
      },
    },
  },
};

// A cold server starts in seconds, but takes many times longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

function start(settings: LanguageSettings): { servers: LanguageServers; folder: string; path: string } {
  const folder = temporaryDirectory();
  const path = join(folder, "a.ts");
  writeFileSync(path, right);
  const compilerOptions = { strict: true, noEmit: true, types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const servers = createLanguageServers({ folders: [folder], settings });
  onTestFinished(() => servers.close());
  return { servers, folder, path };
}

test("getDiagnostics over the wire: an edit on disk shows in the next answer", async () => {
  const { servers, folder, path } = start(native);
  // It implements the editor's interface and the workbench's unchanged.
  const tools: LanguageTools = servers;
  const editor: Editor = {
    name: "Languages",
    workspaceFolders: [folder],
    subscribe: () => () => {},
    diagnostics: (asked, timeLimitMs) => tools.diagnostics(asked, timeLimitMs),
  };
  const configDir = temporaryDirectory();
  const endpoint = await createEndpoint(editor, { env: {}, home: configDir, configDir });
  onTestFinished(() => endpoint.close());
  const client = await connect({ port: endpoint.port, authToken: endpoint.authToken });
  onTestFinished(() => client.close());
  await servers.diagnostics(path, AbortSignal.timeout(60_000));

  const uri = `file://${path}`;
  for (let round = 0; round < 10; round++) {
    writeFileSync(path, `${wrong}// ${round}\n`);
    // Polls, because a busy machine may miss the time limit of the first request. packages/workspace measures that.
    await expect
      .poll(() => client.call("getDiagnostics", { uri }))
      .toMatchObject([{ uri, diagnostics: [{ severity: "Error", code: 2322, source: "ts" }] }]);
    expect(await client.call("getDiagnostics", {})).toMatchObject([{ uri, diagnostics: [{ code: 2322 }] }]);
    writeFileSync(path, `${right}// ${round}\n`);
    await expect.poll(() => client.call("getDiagnostics", { uri })).toEqual([{ uri, diagnostics: [] }]);
  }
});

test("the page's language client initializes and sends requests through a connection", async () => {
  const { servers, folder, path } = start(native);
  servers.opened({ path, languageId: "typescript", version: 0, text: () => `${right}a.toFix\n` });
  const handlers = new Set<(message: string) => void>();
  const line = await servers.connect(path, (message) => {
    for (const handler of handlers) handler(message);
  });
  if (!line) throw new Error("There is no server");
  onTestFinished(() => line.close());
  const client = new LSPClient({ rootUri: toFileUri(folder), timeout: 60_000 }).connect({
    send: (message) => line.receive(message),
    subscribe: (handler) => handlers.add(handler),
    unsubscribe: (handler) => handlers.delete(handler),
  });
  onTestFinished(() => client.disconnect());
  await client.initializing;
  const textDocument = { uri: toFileUri(path) };
  const hover = await client.request("textDocument/hover", { textDocument, position: { line: 0, character: 13 } });
  expect(JSON.stringify(hover)).toContain("const a: number");
  const found = await client.request("textDocument/completion", { textDocument, position: { line: 1, character: 7 } });
  expect(JSON.stringify(found)).toContain("toFixed");
});

test("a server that pushes: 50 edits in a row, each within the timeout for all files", async () => {
  const { servers, path } = start(pushing);
  // On an overloaded machine, the same work takes that many times longer.
  const timeLimitMs = () => Math.round(1750 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));
  const ask = async (ms = timeLimitMs()) => {
    const { files, isCurrent } = await servers.diagnostics(path, AbortSignal.timeout(ms));
    return { codes: files.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code)), isCurrent };
  };
  writeFileSync(path, wrong);
  // A cold server pushes syntax errors before type errors.
  await expect.poll(() => ask(60_000), { timeout: 60_000 }).toEqual({ codes: [2322], isCurrent: true });
  for (let round = 0; round < 50; round++) {
    writeFileSync(path, `${right}// ${round}\n`);
    expect([round, await ask()]).toEqual([round, { codes: [], isCurrent: true }]);
    writeFileSync(path, `${wrong}// ${round}\n`);
    expect([round, await ask()]).toEqual([round, { codes: [2322], isCurrent: true }]);
  }
}, 200_000);
