/** Finds the discovery file of this folder's editor, as Gemini CLI does. */
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isRecord } from "@tandem-ide/base";
import { isInside } from "@tandem-ide/base/node";
import type { Context } from "../context.js";
import { CommandError, exitCodes } from "../exit-codes.js";

interface Found {
  readonly file: string;
  readonly port: number;
  readonly folders: readonly string[];
}

function readAll(directory: string): Found[] {
  let names: string[] = [];
  try {
    names = readdirSync(directory).filter((name) => /^gemini-ide-server-\d+-\d+\.json$/.test(name));
  } catch {
    // Nothing has been written there.
  }
  return names.flatMap((name) => {
    const file = join(directory, name);
    try {
      const content: unknown = JSON.parse(readFileSync(file, "utf8"));
      if (!isRecord(content) || typeof content.port !== "number") return [];
      const { port, workspacePath } = content;
      return [{ file, port, folders: typeof workspacePath === "string" ? workspacePath.split(delimiter) : [] }];
    } catch {
      return []; // Damaged, or just removed.
    }
  });
}

/** Returns the file of the editor on this port, or of the one that has this folder open. */
export async function geminiFile(port: number | undefined, { env, cwd }: Context): Promise<string> {
  const directory = join(env.TMPDIR || env.TMP || env.TEMP || "/tmp", "gemini", "ide");
  const here = realpathSync(cwd);
  const isWanted = (found: Found) =>
    port === undefined ? found.folders.some((folder) => folder !== "" && isInside(folder, here)) : found.port === port;
  const [wanted] = readAll(directory).filter(isWanted);
  if (wanted) return wanted.file;
  throw new CommandError(
    exitCodes.cannotStart,
    port === undefined
      ? `No editor serves Gemini CLI in this folder: no file for it is in ${directory}.`
      : `No editor serves Gemini CLI on port ${port}.`,
    ["Start one: tandem serve --agents claude-code,gemini"],
  );
}
