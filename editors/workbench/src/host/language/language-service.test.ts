/** Windows connected to the real TypeScript 7 by the host. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ChangeSet } from "@codemirror/state";
import { connect } from "@tandem-ide/client";
import { createLanguageServers, type LanguageServers } from "@tandem-ide/workspace/language";
import { expect, onTestFinished, test } from "vitest";
import { TestWindow } from "../../testing/test-window.js";
import { workbenchFixture } from "../../testing/workbench-fixture.js";
import type { WorkspacePrograms } from "../providers.js";

const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
const settings = {
  servers: { typescript: { command: join(typescript, "bin/tsc"), args: ["--lsp", "--stdio"] } },
};
const within = { timeout: 15_000 };
const wrong = 'export const a: number = "x";\n';

/** A folder with TypeScript files outside the workbench's own. */
function projectFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: "nodenext" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function project(files: Readonly<Record<string, string>>, workspacePrograms?: WorkspacePrograms) {
  const folder = projectFolder(files);
  const tools: LanguageServers = createLanguageServers({ folders: [folder], settings, env: { PATH: "/nowhere" } });
  onTestFinished(() => tools.close());
  const { running } = await workbenchFixture({
    folders: [folder],
    languageTools: tools,
    ...(workspacePrograms && { workspacePrograms }),
  });
  const path = (name: string) => join(folder, name);
  const window = new TestWindow(running.workbench);
  const open = (name: string) => window.ask("tab.open", { path: path(name), preview: false });
  return { running, tools, folder, path, window, open };
}

/** Sends a request over a window's connection. */
async function ask(window: TestWindow, server: string, id: number, method: string, params: object): Promise<unknown> {
  await window.ask("language.send", { server, message: JSON.stringify({ jsonrpc: "2.0", id, method, params }) });
  const answer = () =>
    window
      .received("language.message")
      .map(({ message }) => JSON.parse(message))
      .find((message) => message.id === id);
  await expect.poll(answer, within).toBeDefined();
  return answer().result;
}

test("sends a window the diagnostics of an open file with the text's version, and that they are fixed", async () => {
  const { path, window, open } = await project({ "a.ts": wrong });
  await open("a.ts");
  await window.ask("language.connect", { path: path("a.ts") });
  const last = () => window.received("diagnostics").at(-1);
  await expect.poll(last, within).toMatchObject({
    path: path("a.ts"),
    version: 0,
    diagnostics: [{ from: 13, to: 14, severity: "Error", code: 2322 }],
  });
  const updates = [{ changes: ChangeSet.of({ from: 25, to: 28, insert: "1" }, wrong.length).toJSON() }];
  await window.ask("document.push", { document: path("a.ts"), version: 0, clientId: "w", updates });
  await expect.poll(last, within).toEqual({ path: path("a.ts"), version: 1, diagnostics: [] });
});

test("sends the current position of a problem to a window that opens later", async () => {
  const { running, path, window, open } = await project({ "a.ts": wrong });
  await open("a.ts");
  await expect.poll(() => window.received("diagnostics").length, within).toBe(1);
  const updates = [{ changes: ChangeSet.of({ from: 0, insert: "// above\n" }, wrong.length).toJSON() }];
  await window.ask("document.push", { document: path("a.ts"), version: 0, clientId: "w", updates });
  const later = new TestWindow(running.workbench);
  await later.ask("language.connect", { path: path("a.ts") });
  expect(later.received("diagnostics")[0]).toMatchObject({ version: 1, diagnostics: [{ from: 22, to: 23 }] });
});

test("a server connection answers hover, is shared by files, and closes with its window", async () => {
  const { path, window, open } = await project({ "a.ts": wrong, "b [x].ts": "export const b = 1;\n" });
  await open("a.ts");
  await open("b [x].ts");
  const first = await window.ask("language.connect", { path: path("a.ts") });
  const { server = "", uri } = await window.ask("language.connect", { path: path("b [x].ts") });
  expect([first.server, first.isConnected]).toEqual([server, true]);
  expect(await ask(window, server, 1, "initialize", {})).toMatchObject({ capabilities: { hoverProvider: true } });
  const params = { textDocument: { uri }, position: { line: 0, character: 13 } };
  expect(JSON.stringify(await ask(window, server, 2, "textDocument/hover", params))).toContain("const b: 1");
  window.leave();
  await expect(window.ask("language.send", { server, message: "{}" })).rejects.toThrow("is closed");
});

test("explains why a file has no server, unless its language has none", async () => {
  const { path, window, open } = await project({ "a.py": "x = 1\n", "a.txt": "x\n" });
  await open("a.py");
  const { server, isConnected } = await window.ask("language.connect", { path: path("a.py") });
  expect(isConnected).toBe(false);
  await expect.poll(() => window.model.language?.servers).toMatchObject([{ id: server, state: "missing" }]);
  expect(window.model.language?.servers[0]?.details).toContain("pyright-langserver wasn't found");
  expect(await window.ask("language.connect", { path: path("a.txt") })).not.toHaveProperty("server");
});

test("reports a killed server and restarts it", async () => {
  const { tools, path, window, open } = await project({ "a.ts": wrong });
  await open("a.ts");
  const states = () =>
    window.received("model").flatMap(({ language }) => language?.servers.map(({ words }) => words) ?? []);
  await expect.poll(() => window.model.language?.servers[0]?.state, within).toBe("running");
  const { server = "" } = await window.ask("language.connect", { path: path("a.ts") });
  process.kill(tools.status()[0]?.pid ?? 0, "SIGKILL");
  await expect.poll(states, within).toContain("crashed, restarting");
  await expect.poll(() => window.model.language?.servers[0]?.state, within).toBe("running");
  expect(await ask(window, server, 1, "initialize", {})).toHaveProperty("capabilities");
});

test("removing a workspace folder stops its server", async () => {
  const { running, folder, path, window, open } = await project({ "a.ts": wrong });
  await open("a.ts");
  const { server } = await window.ask("language.connect", { path: path("a.ts") });
  const other = projectFolder({ "c.ts": wrong });
  await window.ask("folder.add", { path: other });
  await window.ask("folder.remove", { path: folder });
  expect(window.received("language.closed")).toEqual([{ server }]);
  expect(running.workbench.folders).toEqual([other]);
  const again = await window.ask("language.connect", { path: path("a.ts") });
  expect(again.server).toBe(`typescript ${other}`);
});

test("lists the problems of all files without hints, and opens and selects a location", async () => {
  const { path, window, open } = await project({
    "a.ts": `${wrong}function unused(): void {}\n`,
    "b.ts": "export const b = 1;\n",
  });
  await open("a.ts");
  await expect
    .poll(async () => (await window.ask("problems", {})).files, within)
    .toMatchObject([{ path: path("a.ts"), problems: [{ code: 2322, severity: "Error" }] }]);
  const range = { start: { line: 0, character: 13 }, end: { line: 0, character: 14 } };
  await window.ask("language.show", { file: `file://${path("b.ts")}`, range });
  const shown = window.received("show").at(-1);
  expect(shown).toMatchObject({ inFront: true, selection: { anchor: 13, head: 14 } });
  expect(window.model.tabs.find(({ id }) => id === shown?.tab)?.path).toBe(path("b.ts"));
  await expect(window.ask("language.show", { file: "bundled:///libs/lib.d.ts", range })).rejects.toThrow(
    "inside the language server",
  );
});

test("getDiagnostics answers from the servers and includes unsaved text", async () => {
  const { running, path, window, open } = await project({ "a.ts": "export const a: number = 1;\n" });
  await open("a.ts");
  await expect.poll(() => window.model.language?.servers[0]?.state, within).toBe("running");
  const client = await connect({ port: running.endpoint.port, authToken: running.endpoint.authToken });
  onTestFinished(() => client.close());
  const updates = [{ changes: ChangeSet.of({ from: 25, to: 26, insert: '"x"' }, 28).toJSON() }];
  await window.ask("document.push", { document: path("a.ts"), version: 0, clientId: "w", updates });
  const uri = `file://${path("a.ts")}`;
  await expect
    .poll(() => client.call("getDiagnostics", { uri }), within)
    .toMatchObject([{ uri, diagnostics: [{ severity: "Error", code: 2322 }] }]);
});

test("the model asks about a workspace program, and the answer is passed on", async () => {
  const answers: unknown[] = [];
  const question = { folder: "/project", program: "node_modules/typescript/bin/tsc", languages: ["typescript"] };
  const { window } = await project(
    {},
    { questions: [question], onChanged: () => () => {}, answer: async (...answer) => void answers.push(answer) },
  );
  expect(window.model.language?.questions).toEqual([question]);
  await window.ask("language.trust", { folder: "/project", isTrusted: false });
  expect(answers).toEqual([["/project", false]]);
});
