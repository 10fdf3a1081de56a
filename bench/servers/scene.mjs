/** What the servers serve: the same for ours, the floor and the alternative. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const filesAFolder = 100;

/** A directory that goes when the process does. */
export function temporaryDirectory() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-bench-")));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Real files, because a real editor has no others open. */
export function makeFiles(folder, count) {
  return Array.from({ length: count }, (_, i) => {
    const directory = join(folder, `pack-${Math.floor(i / filesAFolder)}`);
    if (i % filesAFolder === 0) mkdirSync(directory, { recursive: true });
    const path = join(directory, `module-${i}.ts`);
    writeFileSync(path, "");
    return path;
  });
}

/** As an editor tells of its tabs. */
export function tabsOf(paths) {
  return paths.map((path, i) => ({
    path,
    isActive: i === 0,
    isDirty: false,
    languageId: "typescript",
    lineCount: 120,
  }));
}

/** As an editor tells of its problems: `entries` of them, spread over the files. */
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

/** What the scene's answers hold, for a server that has no editor behind it. */
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
