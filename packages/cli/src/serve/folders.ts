import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError, exitCodes } from "../exit-codes.js";
import { nearest } from "../suggest.js";

/** Returns the real paths of the folders. A missing one may be a misspelled command, because `tandem <folder>` is valid. */
export function resolveFolders(names: readonly string[], cwd: string, commands: readonly string[]): string[] {
  return (names.length > 0 ? names : ["."]).map((name) => {
    const folder = resolve(cwd, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory()) return realpathSync(folder);
    if (found) throw new CommandError(exitCodes.cannotStart, `${name} is a file. Tandem only opens folders.`);
    if (/[\\/.~]/.test(name)) throw new CommandError(exitCodes.cannotStart, `There is no folder ${name}.`);
    const meant = nearest(name, commands);
    throw new CommandError(exitCodes.cannotStart, `There is no command or folder called ${name}.`, [
      meant === undefined ? "List the commands: tandem --help" : `Did you mean: tandem ${meant}`,
    ]);
  });
}
