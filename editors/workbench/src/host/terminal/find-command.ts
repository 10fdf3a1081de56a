/**
 * Finds a command, because a pseudoterminal starts a child first and fails in it, where the failure is only an exit code.
 */
import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import { findOutside, isProgram, workspaceAt } from "@tandem/workspace/programs";

export interface CommandPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly platform: NodeJS.Platform;
}

/**
 * The path of the program, or undefined when there is none. A name is looked for outside of the folder: what lies there
 * is code that nobody has agreed to run. A path is taken as it is.
 */
export async function findCommand(command: string, { cwd, env, platform }: CommandPlace): Promise<string | undefined> {
  const isWindows = platform === "win32";
  if (!command.includes("/") && !(isWindows && command.includes("\\")))
    return await findOutside(command, { env, platform, folders: workspaceAt(cwd, env.HOME || homedir()) });
  const paths = isWindows ? win32 : posix;
  const endings = isWindows ? windowsEndings(command, variable(env, "PATHEXT")) : [""];
  for (const ending of endings) {
    const file = paths.resolve(cwd, command + ending);
    if (await isProgram(file)) return file;
  }
  return undefined;
}

/** What to start for a program: Windows cannot start a script of its own without the shell that reads it. */
export function startable(
  program: string,
  args: readonly string[],
  { env, platform }: CommandPlace,
): { readonly file: string; readonly args: string[] } {
  if (platform === "win32" && /\.(cmd|bat)$/i.test(program))
    return { file: variable(env, "ComSpec") ?? "cmd.exe", args: ["/d", "/c", program, ...args] };
  return { file: program, args: [...args] };
}

/** Windows does not tell upper from lower case in the names of variables. */
function variable(env: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

function windowsEndings(command: string, known: string | undefined): string[] {
  const endings = (known ?? ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";");
  return endings.some((ending) => ending !== "" && command.toLowerCase().endsWith(ending)) ? [""] : endings;
}
