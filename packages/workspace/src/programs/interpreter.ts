/** Which interpreter runs a script: `#!/usr/bin/env node` leaves that to PATH, where the workspace may have put one of its own. */
import { open } from "node:fs/promises";
import { findOutside, type PathSearch, programsFor, variable } from "./find-command.js";

const headBytes = 1024;
/** `#!/usr/bin/env -S node --title=claude` */
const byEnv = /^#![ \t]*\S*\/env[ \t]+(?:-S[ \t]*|--split-string[= \t])?([^\s=/-][^\s=/]*)[ \t]*(.*)/;

async function firstLine(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString("utf8", 0, bytesRead).split(/\r?\n/, 1)[0] ?? "";
  } finally {
    await file.close();
  }
}

/**
 * The words that start a program of the user's in the workspace: the program alone, or a script behind the interpreter that
 * it would have without the workspace. Undefined where only the workspace has one.
 *
 * @example
 * await ownStart("/usr/bin/claude", { env, cwd, folders }); // ["/usr/bin/node", "/usr/bin/claude"]
 */
export async function ownStart(
  program: string,
  search: PathSearch & { readonly cwd: string },
): Promise<readonly [string, ...string[]] | undefined> {
  const [, name, rest = ""] = byEnv.exec(await firstLine(program).catch(() => "")) ?? [];
  if (name === undefined) return [program];
  for await (const { isFromWorkspace } of programsFor(name, search)) {
    if (!isFromWorkspace) return [program];
    const own = await findOutside(name, search);
    return own === undefined ? undefined : [own, ...rest.split(/[ \t]+/).filter((word) => word !== ""), program];
  }
  return [program];
}

/**
 * What to start for a program: Windows cannot start a batch file without the shell that reads it.
 *
 * @example
 * startable("C:\\npm\\claude.cmd", ["--ide"], { env, platform: "win32" }); // { file: "cmd.exe", args: ["/d", "/c", …] }
 */
export function startable(
  program: string,
  args: readonly string[],
  { env, platform = process.platform }: Pick<PathSearch, "env" | "platform">,
): { readonly file: string; readonly args: string[] } {
  if (platform === "win32" && /\.(cmd|bat)$/i.test(program))
    return { file: variable(env, "ComSpec", platform) ?? "cmd.exe", args: ["/d", "/c", program, ...args] };
  return { file: program, args: [...args] };
}
