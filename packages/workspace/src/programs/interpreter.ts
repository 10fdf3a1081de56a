/** Chooses the interpreter of a script. `#!/usr/bin/env node` searches PATH, where the workspace may have its own `node`. */
import { findOutside, type PathSearch, programsFor, variable } from "./find-command.js";
import { readHead } from "./read-head.js";

const headBytes = 1024;
/** `#!/usr/bin/env -S node --title=claude` */
const byEnv = /^#![ \t]*\S*\/env[ \t]+(?:-S[ \t]*|--split-string[= \t])?([^\s=/-][^\s=/]*)[ \t]*(.*)/;

/**
 * Returns the command line that starts the user's program in a workspace: the program alone, or a script preceded by the
 * interpreter that would run it outside the workspace. Undefined when only the workspace has that interpreter.
 *
 * @example
 * await trustedCommand("/usr/bin/claude", { env, cwd, folders }); // ["/usr/bin/node", "/usr/bin/claude"]
 */
export async function trustedCommand(
  program: string,
  search: PathSearch & { readonly cwd: string },
): Promise<readonly [string, ...string[]] | undefined> {
  const [firstLine = ""] = (await readHead(program, headBytes, "utf8")).split(/\r?\n/, 1);
  const [, name, rest = ""] = byEnv.exec(firstLine) ?? [];
  if (name === undefined) return [program];
  for await (const { isFromWorkspace } of programsFor(name, search)) {
    if (!isFromWorkspace) return [program];
    const own = await findOutside(name, search);
    return own === undefined ? undefined : [own, ...rest.split(/[ \t]+/).filter((word) => word !== ""), program];
  }
  return [program];
}

/**
 * Returns the file and arguments to spawn for a program. Windows needs its shell to run a batch file.
 *
 * @example
 * spawnCommand("C:\\npm\\claude.cmd", ["--ide"], { env, platform: "win32" }); // { file: "cmd.exe", args: ["/d", "/c", …] }
 */
export function spawnCommand(
  program: string,
  args: readonly string[],
  { env, platform = process.platform }: Pick<PathSearch, "env" | "platform">,
): { readonly file: string; readonly args: string[] } {
  if (platform === "win32" && /\.(cmd|bat)$/i.test(program))
    return { file: variable(env, "ComSpec", platform) ?? "cmd.exe", args: ["/d", "/c", program, ...args] };
  return { file: program, args: [...args] };
}
