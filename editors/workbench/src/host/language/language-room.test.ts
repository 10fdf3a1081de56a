/** Windows and the real TypeScript 7, joined by the host. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ChangeSet } from "@codemirror/state";
import { connect } from "@tandem/client";
import { createLanguageServers, type LanguageServers } from "@tandem/workspace/language";
import { expect, onTestFinished, test } from "vitest";
import { standingWorkbench } from "../../testing/standing-workbench.js";
import { TestWindow } from "../../testing/test-window.js";
import type { WorkspacePrograms } from "../providers.js";

const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
const settings = {
  servers: { typescript: { command: join(typescript, "bin/tsc"), args: ["--lsp", "--stdio"] } },
};
const within = { timeout: 15_000 };
const wrong = 'export const a: number = "x";\n';

/** A folder outside of the workbench's own, which is made later, with files for TypeScript. */
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
  const { running } = await standingWorkbench({
    folders: [folder],
    languageTools: tools,
    ...(workspacePrograms && { workspacePrograms }),
  });
  const path = (name: string) => join(folder, name);
  const window = new TestWindow(running.workbench);
  const open = (name: string) => window.ask("tab.open", { path: path(name), preview: false });
  return { running, tools, folder, path, window, open };
}

/** Speaks the protocol over a window's line. */
async function ask(window: TestWindow, server: string, id: number, method: string, params: object): Promise<unknown> {
  await window.ask("language.send", { server, message: JSON.stringify({ jsonrpc: "2.0", id, method, params }) });
  const answer = () =>
    window
      .told("language.message")
      .map(({ message }) => JSON.parse(message))
      .find((message) => message.id === id);
  await expect.poll(answer, within).toBeDefined();
  return answer().result;
}

test("a window hears what is wrong in an open file, in the version that it is wrong in, and that it is mended", async () => {
  const { path, window, open } = await project({ "a.ts": wrong });
  await open("a.ts");
  await window.ask("language.connect", { path: path("a.ts") });
  const last = () => window.told("diagnostics").at(-1);
  await expect.poll(last, within).toMatchObject({
    path: path("a.ts"),
    version: 0,
    diagnostics: [{ from: 13, to: 14, severity: "Error", code: 2322 }],
  });
  const updates = [{ changes: ChangeSet.of({ from: 25, to: 28, insert: "1" }, wrong.length).toJSON() }];
  await window.ask("document.push", { document: path("a.ts"), version: 0, clientId: "w", updates });
  await expect.poll(last, within).toEqual({ path: path("a.ts"), version: 1, diagnostics: [] });
});

test("a window that comes later is told where the problem is by then", async () => {
  const { running, path, window, open } = await project({ "a.ts": wrong });
  await open("a.ts");
  await expect.poll(() => window.told("diagnostics").length, within).toBe(1);
  const updates = [{ changes: ChangeSet.of({ from: 0, insert: "// above\n" }, wrong.length).toJSON() }];
  await window.ask("document.push", { document: path("a.ts"), version: 0, clientId: "w", updates });
  const later = new TestWindow(running.workbench);
  await later.ask("language.connect", { path: path("a.ts") });
  expect(later.told("diagnostics")[0]).toMatchObject({ version: 1, diagnostics: [{ from: 22, to: 23 }] });
});

test("a line to the server answers hover; files share it, and it ends with its window", async () => {
  const { path, window, open } = await project({ "a.ts": wrong, "b [x].ts": "export const b = 1;\n" });
  await open("a.ts");
  await open("b [x].ts");
  const first = await window.ask("language.connect", { path: path("a.ts") });
  const { server = "", uri } = await window.ask("language.connect", { path: path("b [x].ts") });
  expect([first.server, first.isConnected]).toEqual([server, true]);
  expect(await ask(window, server, 1, "initialize", {})).toMatchObject({ capabilities: { hoverProvider: true } });
  const params = { textDocument: { uri }, position: { line: 0, character: 13 } };
  expect(JSON.stringify(await ask(window, server, 2, "textDocument/hover", params))).toContain("const b: 1");
  window.go();
  await expect(window.ask("language.send", { server, message: "{}" })).rejects.toThrow("no connection");
});

test("a file without a server says why, or nothing where none is for it", async () => {
  const { path, window, open } = await project({ "a.py": "x = 1\n", "a.txt": "x\n" });
  await open("a.py");
  const { server, isConnected } = await window.ask("language.connect", { path: path("a.py") });
  expect(isConnected).toBe(false);
  await expect.poll(() => window.model.language?.servers).toMatchObject([{ id: server, state: "missing" }]);
  expect(window.model.language?.servers[0]?.details).toContain("pyright-langserver was not found");
  expect(await window.ask("language.connect", { path: path("a.txt") })).not.toHaveProperty("server");
});

test("a server that is killed is told of in words and comes back", async () => {
  const { tools, path, window, open } = await project({ "a.ts": wrong });
  await open("a.ts");
  const states = () =>
    window.told("model").flatMap(({ language }) => language?.servers.map(({ words }) => words) ?? []);
  await expect.poll(() => window.model.language?.servers[0]?.state, within).toBe("running");
  const { server = "" } = await window.ask("language.connect", { path: path("a.ts") });
  process.kill(tools.status()[0]?.pid ?? 0, "SIGKILL");
  await expect.poll(states, within).toContain("crashed, is started again");
  await expect.poll(() => window.model.language?.servers[0]?.state, within).toBe("running");
  expect(await ask(window, server, 1, "initialize", {})).toHaveProperty("capabilities");
});

test("a folder that is taken out of the workspace takes its server with it", async () => {
  const { running, folder, path, window, open } = await project({ "a.ts": wrong });
  await open("a.ts");
  const { server } = await window.ask("language.connect", { path: path("a.ts") });
  const other = projectFolder({ "c.ts": wrong });
  await window.ask("folder.add", { path: other });
  await window.ask("folder.remove", { path: folder });
  expect(window.told("language.closed")).toEqual([{ server }]);
  expect(running.workbench.folders).toEqual([other]);
  const again = await window.ask("language.connect", { path: path("a.ts") });
  expect(again.server).toBe(`typescript ${other}`);
});

test("problems of all files are listed, hints are not, and a place is opened and selected", async () => {
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
  const shown = window.told("show").at(-1);
  expect(shown).toMatchObject({ inFront: true, selection: { anchor: 13, head: 14 } });
  expect(window.model.tabs.find(({ id }) => id === shown?.tab)?.path).toBe(path("b.ts"));
  await expect(window.ask("language.show", { file: "bundled:///libs/lib.d.ts", range })).rejects.toThrow(
    "inside of the language server",
  );
});

test("getDiagnostics answers from the servers, about what was typed", async () => {
  const { running, path, window, open } = await project({ "a.ts": "export const a: number = 1;\n" });
  await open("a.ts");
  await expect.poll(() => window.model.language?.servers[0]?.state, within).toBe("running");
  const client = await connect({ port: running.ide.port, authToken: running.ide.authToken });
  onTestFinished(() => client.close());
  const updates = [{ changes: ChangeSet.of({ from: 25, to: 26, insert: '"x"' }, 28).toJSON() }];
  await window.ask("document.push", { document: path("a.ts"), version: 0, clientId: "w", updates });
  const uri = `file://${path("a.ts")}`;
  await expect
    .poll(() => client.call("getDiagnostics", { uri }), within)
    .toMatchObject([{ uri, diagnostics: [{ severity: "Error", code: 2322 }] }]);
});

test("a program of the workspace is asked about in the model, and the answer is passed on", async () => {
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
