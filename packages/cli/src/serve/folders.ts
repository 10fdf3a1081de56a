/** The folders to serve, from the command line. */
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { CommandError, exitCodes } from "../exit-codes.js";
import { nearest } from "../suggest.js";

/** Real paths of folders. A word that names none may be a misspelt command, because `tandem <folder>` serves it. */
export function resolveFolders(words: readonly string[], cwd: string, commands: readonly string[]): string[] {
  return (words.length > 0 ? words : ["."]).map((word) => {
    const folder = resolve(cwd, word);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory()) return realpathSync(folder);
    throw found ? notAFolder(word) : notThere(word, commands);
  });
}

function notAFolder(word: string): CommandError {
  return new CommandError(exitCodes.cannotStart, `${word} is a file, and only folders can be served.`);
}

function notThere(word: string, commands: readonly string[]): CommandError {
  const isPath = /[\\/.~]/.test(word);
  if (isPath) return new CommandError(exitCodes.cannotStart, `There is no folder ${word}.`);
  const meant = nearest(word, commands);
  return new CommandError(exitCodes.cannotStart, `There is neither a command nor a folder called ${word}.`, [
    meant === undefined ? "See what there is with: tandem --help" : `Did you mean: tandem ${meant}`,
  ]);
}
