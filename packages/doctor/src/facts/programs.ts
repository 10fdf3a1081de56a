/** Programs of the user: where they are, and what they say of themselves. */
import { execFile } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "@tandem/protocol";
import type { Surroundings } from "./surroundings.js";

async function isProgram(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The names under which Windows would start a command. */
function candidates(name: string, { env, platform }: Surroundings): string[] {
  if (platform !== "win32" || /\.\w+$/.test(name)) return [name];
  return (env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";").map((extension) => name + extension);
}

/** Where a command is, as a shell would find it. By hand: it is a loop, and the PATH is that of the surroundings. */
export async function findProgram(name: string, surroundings: Surroundings): Promise<string | undefined> {
  const { env, platform, cwd } = surroundings;
  const paths = platform === "win32" ? win32 : posix;
  const isPath = name.includes("/") || name.includes(paths.sep);
  const folders = isPath
    ? [cwd]
    : (env.PATH ?? env.Path ?? "").split(paths.delimiter).filter((folder) => folder !== "");
  for (const folder of folders)
    for (const candidate of candidates(name, surroundings)) {
      const path = paths.resolve(cwd, folder, candidate);
      if (await isProgram(path)) return path;
    }
  return undefined;
}

/** What a program printed, or why there is nothing. */
export type Answer = { readonly output: string } | { readonly problem: string };

/** Nothing that is asked here may ask the network. */
const quiet: Environment = { DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" };

function explain(error: unknown, limitMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if ("killed" in error && error.killed) return `it did not answer within ${limitMs / 1000} seconds`;
  const said = "stderr" in error ? String(error.stderr).trim().split("\n")[0] : "";
  if ("code" in error && typeof error.code === "number")
    return `it ended with exit code ${error.code}${said ? `: ${said.slice(0, 200)}` : ""}`;
  return "code" in error ? `it did not start (${String(error.code)})` : error.message;
}

/** Runs a program for what it prints. It gets no input, and is ended when it takes too long. */
export async function ask(
  program: string,
  args: readonly string[],
  { env, cwd, platform }: Surroundings,
  limits: { readonly limitMs: number; readonly signal: AbortSignal | undefined },
): Promise<Answer> {
  const { limitMs, signal } = limits;
  try {
    // Windows starts the batch files that npm makes through its shell only.
    const shell = platform === "win32" && /\.(cmd|bat)$/i.test(program);
    const running = promisify(execFile)(shell ? `"${program}"` : program, [...args], {
      cwd,
      env: { ...env, ...quiet },
      timeout: limitMs,
      killSignal: "SIGKILL",
      signal,
      shell,
    });
    running.child.stdin?.end();
    return { output: (await running).stdout };
  } catch (error) {
    signal?.throwIfAborted();
    return { problem: explain(error, limitMs) };
  }
}
