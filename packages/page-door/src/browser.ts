/** Opens a file or address in the user's browser. */
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { findOutside, neutralDirectory, neutralEnvironment, workspaceAt } from "@tandem/workspace/programs";

/** A program that runs on for so long has opened its window, or is the browser itself. */
const launchMs = 2000;

/**
 * Resolves to false where there is no display or no program for it. Programs of the workspace, to which the current
 * directory counts, are passed over: `open` is a name that npm packages have too. Nothing but `target` stands in the arguments, which
 * every user of the machine can read: give the path of a file, not a link with a token.
 *
 * @example
 * if (!(await openInBrowser(await door.redirectFile(), process.env))) console.log(`Open ${door.newLink()}`);
 */
export async function openInBrowser(
  target: string,
  env: NodeJS.ProcessEnv,
  workspaceFolders: readonly string[] = [],
): Promise<boolean> {
  const folders = [...workspaceFolders, ...workspaceAt(process.cwd(), env.HOME || homedir())];
  // Such a program is often a script that starts others by their names.
  const place = { cwd: neutralDirectory(env), env: await neutralEnvironment(env, folders) };
  for (const [name = "", ...args] of browserCommands(target, env, process.platform)) {
    const program = isAbsolute(name) ? name : await findOutside(name, { env, folders });
    if (program !== undefined && (await launch(program, args, place))) return true;
  }
  return false;
}

/** The commands to try, the likeliest first. */
export function browserCommands(target: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[][] {
  const chosen = readBrowserVariable(target, env, platform);
  if (chosen.length > 0) return chosen;
  // The user sits at another machine than the one whose browser this would open.
  if (env.SSH_CONNECTION || env.SSH_TTY) return [];
  if (platform === "darwin") return [["open", target]];
  // Not `start`, which would have cmd.exe read the path as its own language.
  if (platform === "win32") return [["rundll32", "url.dll,FileProtocolHandler", target]];
  const commands: string[][] = [];
  if (env.WSL_DISTRO_NAME || env.WSL_INTEROP) commands.push(["wslview", target]);
  if (env.DISPLAY || env.WAYLAND_DISPLAY) commands.push(["xdg-open", target]);
  return commands;
}

/** $BROWSER: commands with colons between, each with `%s` where the target goes, or else at the end. */
function readBrowserVariable(target: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[][] {
  const value = env.BROWSER?.trim() ?? "";
  // On Windows it is the path of a program: there colons and spaces are part of it.
  if (platform === "win32") return value === "" ? [] : [[value, target]];
  const commands = value.split(":").map((command) => command.split(/\s+/).filter((word) => word !== ""));
  return commands
    .filter((words) => words.length > 0)
    .map((words) =>
      words.some((word) => word.includes("%s"))
        ? words.map((word) => word.replaceAll("%s", () => target))
        : [...words, target],
    );
}

/** True when the program ended well, or runs on. */
function launch(
  program: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const child = spawn(program, args, { ...place, detached: true, stdio: "ignore", windowsHide: true });
      const timer = setTimeout(() => resolve(true), launchMs);
      const end = (isOpened: boolean): void => {
        clearTimeout(timer);
        resolve(isOpened);
      };
      child.once("error", () => end(false));
      child.once("exit", (code) => end(code === 0));
      child.unref();
    } catch {
      // A path with a NUL, an environment too large: nothing that the caller could mend.
      resolve(false);
    }
  });
}
