import { type SpawnOptions, spawn } from "node:child_process";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { findOutside, neutralDirectory, neutralEnvironment, workspaceAt } from "@tandem-ide/workspace/programs";

/** A program that is still running after this time has opened its window, or is the browser itself. */
const launchMs = 2000;

/**
 * Opens `target` in the user's browser. Resolves to false if there is no display or no program for it. Skips programs
 * inside the workspace or the current directory, because npm packages can also be called `open`. Every user of the
 * machine can read the arguments, so pass the path of a file and never a link with a token.
 *
 * @example
 * if (!(await openInBrowser(await server.redirectFile(), process.env))) console.log(`Open ${server.newLink()}`);
 */
export async function openInBrowser(
  target: string,
  env: NodeJS.ProcessEnv,
  workspaceFolders: readonly string[] = [],
): Promise<boolean> {
  const folders = [...workspaceFolders, ...workspaceAt(process.cwd(), env.HOME || homedir())];
  // Such a program is often a script that finds other programs through PATH.
  const options = { cwd: neutralDirectory(env), env: await neutralEnvironment(env, folders) };
  for (const [name = "", ...args] of browserCommands(target, env, process.platform)) {
    const program = isAbsolute(name) ? name : await findOutside(name, { env, folders });
    if (program !== undefined && (await launch(program, args, options))) return true;
  }
  return false;
}

/** Returns the commands to try, the most likely first. */
export function browserCommands(target: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[][] {
  const chosen = readBrowserVariable(target, env, platform);
  if (chosen.length > 0) return chosen;
  // Over SSH the browser would open on the wrong machine.
  if (env.SSH_CONNECTION || env.SSH_TTY) return [];
  if (platform === "darwin") return [["open", target]];
  // Doesn't use `start`, because cmd.exe would interpret special characters in the path.
  if (platform === "win32") return [["rundll32", "url.dll,FileProtocolHandler", target]];
  const commands: string[][] = [];
  if (env.WSL_DISTRO_NAME || env.WSL_INTEROP) commands.push(["wslview", target]);
  if (env.DISPLAY || env.WAYLAND_DISPLAY) commands.push(["xdg-open", target]);
  return commands;
}

/** Reads $BROWSER: commands separated by colons. `%s` stands for the target, which otherwise goes at the end. */
function readBrowserVariable(target: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[][] {
  const value = env.BROWSER?.trim() ?? "";
  // On Windows it is the path of one program, which may contain colons and spaces.
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

/** Resolves to true if the program succeeds or keeps running. */
function launch(program: string, args: readonly string[], options: SpawnOptions): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const child = spawn(program, args, { ...options, detached: true, stdio: "ignore", windowsHide: true });
      const timer = setTimeout(() => resolve(true), launchMs);
      const end = (isOpened: boolean): void => {
        clearTimeout(timer);
        resolve(isOpened);
      };
      child.once("error", () => end(false));
      child.once("exit", (code) => end(code === 0));
      child.unref();
    } catch {
      // For example a NUL in the path or too large an environment: nothing that the caller could fix.
      resolve(false);
    }
  });
}
