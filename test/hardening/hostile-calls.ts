/** The calls of a hostile client: every name and text that is a command to somebody, given to everything that takes one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { hostileFileNames, hostileTabNames, hostileTexts } from "./hostile-names.js";
import type { RawLine } from "./raw-line.js";
import { howMany } from "./tally.js";

/** Files of these names, as far as the system takes them; the paths of those that are there. */
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

/** In the ordinary tests a few of the names, always the same ones. */
const every = howMany(6, 1);
export const namesOfThisRun = hostileTabNames.filter((_name, index) => index % every === 0);
/** How many calls each name is given to below. */
const attemptsEach = 9;

/** Everything that a name or a text can be given to; says how many attempts that were. */
export async function giveNames(line: RawLine, folder: string, names = namesOfThisRun): Promise<number> {
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
    // Or the name would have come to nobody.
    expect(opened).toContain("Opened file");
    await line.tool("openFile", { filePath: join(folder, name.replaceAll("\0", "")) });
    propose(path, name, text);
    propose(join(folder, "new", name.replaceAll("\0", "").slice(0, 200)), `new ${name}`, text);
    for (const tool of ["saveDocument", "checkDocumentDirty"]) await line.tool(tool, { filePath: path });
    await line.tool("getDiagnostics", { uri: `file://${path}` });
    await line.tool("close_tab", { tab_name: `not open ${name}` });
    line.send(JSON.stringify({ jsonrpc: "2.0", method: name, params: { name } }));
    // Closed again, so that editors need not show more than a few at a time.
    if (++count % 5 === 0) await line.tool("closeAllDiffTabs", {});
  }
  await line.tool("closeAllDiffTabs", {});
  await Promise.all(decided);
  expect(line.isOpen).toBe(true);
  return count * attemptsEach;
}
