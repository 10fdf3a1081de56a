/** The calls of a hostile client: every name and text that some program would run, in every parameter that takes one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { hostileFileNames, hostileTabNames, hostileTexts } from "./hostile-names.js";
import type { RawLine } from "./raw-line.js";
import { scaled } from "./tally.js";

/** Creates files with these names, if the file system accepts them. Returns the paths of those that exist. */
function makeFiles(folder: string): string[] {
  return hostileFileNames.flatMap((name, index) => {
    const path = join(folder, name);
    try {
      writeFileSync(path, hostileTexts[index % hostileTexts.length] ?? "");
      return [path];
    } catch {
      return [];
    }
  });
}

/** The ordinary tests use only some of the names, always the same ones. */
const every = scaled(6, 1);
export const namesOfThisRun = hostileTabNames.filter((_name, index) => index % every === 0);
/** The number of calls below that each name is passed to. */
const attemptsEach = 9;

/** Passes a name or text to everything that takes one. Returns the number of attempts. */
export async function passNames(line: RawLine, folder: string, names = namesOfThisRun): Promise<number> {
  const files = makeFiles(folder);
  expect(files.length).toBeGreaterThan(40);
  const decided: Promise<unknown>[] = [];
  const propose = (path: string, tab_name: string, new_file_contents: string) =>
    decided.push(line.tool("openDiff", { old_file_path: path, new_file_path: path, new_file_contents, tab_name }));
  let count = 0;
  for (const name of names) {
    const index = hostileTabNames.indexOf(name);
    const text = hostileTexts[index % hostileTexts.length] ?? "";
    const path = files[index % files.length] ?? "";
    const opened = await line.tool("openFile", {
      filePath: path,
      startText: text.slice(0, 5),
      preview: index % 2 === 0,
    });
    // Otherwise the name was not used at all.
    expect(opened).toContain("Opened file");
    await line.tool("openFile", { filePath: join(folder, name.replaceAll("\0", "")) });
    propose(path, name, text);
    propose(join(folder, "new", name.replaceAll("\0", "").slice(0, 200)), `new ${name}`, text);
    for (const tool of ["saveDocument", "checkDocumentDirty"]) await line.tool(tool, { filePath: path });
    await line.tool("getDiagnostics", { uri: `file://${path}` });
    await line.tool("close_tab", { tab_name: `not open ${name}` });
    line.send(JSON.stringify({ jsonrpc: "2.0", method: name, params: { name } }));
    // Closed again, so that editors don't have to show more than a few at a time.
    if (++count % 5 === 0) await line.tool("closeAllDiffTabs", {});
  }
  await line.tool("closeAllDiffTabs", {});
  await Promise.all(decided);
  expect(line.isOpen).toBe(true);
  return count * attemptsEach;
}
