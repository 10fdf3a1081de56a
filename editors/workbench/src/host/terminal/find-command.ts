/**
 * Finds a command as a shell would. By hand because a pseudoterminal starts a child first and fails in it, where the
 * failure is only an exit code; and because it is these few lines.
 */
import { access, constants, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";

export interface CommandPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly platform: NodeJS.Platform;
}

/** The path of the program, or undefined when there is none. */
export async function findCommand(command: string, { cwd, env, platform }: CommandPlace): Promise<string | undefined> {
  const isWindows = platform === "win32";
  const paths = isWindows ? win32 : posix;
  const hasFolder = command.includes("/") || (isWindows && command.includes("\\"));
  const path = (isWindows ? variable(env, "PATH") : env.PATH) ?? "";
  const folders = hasFolder ? [cwd] : path.split(paths.delimiter).filter((folder) => folder !== "");
  const endings = isWindows ? windowsEndings(command, variable(env, "PATHEXT")) : [""];
  for (const folder of folders)
    for (const ending of endings) {
      const file = paths.resolve(cwd, folder, command + ending);
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

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
