/** What the servers serve: the same for Tandem, the floor and the alternative. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocketServer } from "ws";

const filesPerFolder = 100;

/** Starts a WebSocket server and returns its address. */
export async function listen(onConnection) {
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port: 0,
    perMessageDeflate: false,
    maxPayload: 64 * 1024 * 1024,
  });
  server.on("connection", onConnection);
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: server.address().port, authToken: "" };
}

/** Creates a directory that is removed when the process exits. */
export function temporaryDirectory() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-bench-")));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Creates real files, because an editor only has existing files open. */
export function makeFiles(folder, count) {
  return Array.from({ length: count }, (_, i) => {
    const directory = join(folder, `pack-${Math.floor(i / filesPerFolder)}`);
    if (i % filesPerFolder === 0) mkdirSync(directory, { recursive: true });
    const path = join(directory, `module-${i}.ts`);
    writeFileSync(path, "");
    return path;
  });
}

/** Returns open tabs in the form of an editor's response. */
export function tabsOf(paths) {
  return paths.map((path, i) => ({
    path,
    isActive: i === 0,
    isDirty: false,
    languageId: "typescript",
    lineCount: 120,
  }));
}

/** Returns `entries` diagnostics, spread over the files, in the form of an editor's response. */
export function diagnosticsOf(paths, entries) {
  return paths.map((path, file) => ({
    path,
    diagnostics: Array.from({ length: entries / paths.length }, (_, i) => ({
      message: `Type 'string' is not assignable to type 'number'. (${file}.${i})`,
      severity: "Error",
      range: { start: { line: i, character: 4 }, end: { line: i, character: 12 } },
      source: "ts",
      code: 2322,
    })),
  }));
}

/** Returns the responses of the fixture for a server that has no editor. */
export function plainAnswers({ tabs = 0, diagnostics = 0 }) {
  const folder = temporaryDirectory();
  const open = tabsOf(tabs === 0 ? [] : makeFiles(folder, tabs));
  const problems = diagnostics === 0 ? [] : diagnosticsOf(makeFiles(folder, 1000), diagnostics);
  return {
    getOpenEditors: () => ({
      tabs: open.map((tab) => ({ ...tab, uri: `file://${tab.path}`, fileName: tab.path, label: tab.path })),
    }),
    getDiagnostics: () => problems.map(({ path, diagnostics: own }) => ({ uri: `file://${path}`, diagnostics: own })),
  };
}
