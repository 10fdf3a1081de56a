/** Runs one of the user's programs for its output. */
import { spawn } from "node:child_process";
import type { Environment } from "@tandem-ide/base";
import { readText } from "./files.js";
import { safeRunOptions } from "./programs.js";
import type { Surroundings } from "./surroundings.js";

/** The output of a program, or why there is none. */
export type Answer = { readonly output: string } | { readonly problem: string };

/** Keeps Claude Code off the network. */
const offline: Environment = { DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" };

/** A version is one line, and a help text a few pages. */
const maxOutput = 1024 * 1024;
/** How long output may arrive after the exit; a child that outlives the program keeps the pipe open. */
const drainMs = 200;

/** Explains why the system couldn't start a program. */
async function explainStart(program: string, code: string): Promise<string> {
  const first = code === "ENOENT" ? ((await readText(program).catch(() => "")) ?? "").split("\n")[0] : "";
  const [, interpreter] = /^#!\s*(\S+)/.exec(first ?? "") ?? [];
  if (interpreter !== undefined) return `its first line names ${interpreter.slice(0, 200)}, which doesn't exist`;
  return `it didn't start (${code})`;
}

/** Runs a program and returns its output. It gets no input, and is killed with its children if it takes too long. */
export async function ask(
  program: string,
  args: readonly string[],
  surroundings: Surroundings,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal | undefined },
): Promise<Answer> {
  const { platform, clock } = surroundings;
  const { env, cwd } = await safeRunOptions(surroundings);
  signal?.throwIfAborted();
  const isWindows = platform === "win32";
  // Windows only starts the batch files that npm creates through a shell.
  const shell = isWindows && /\.(cmd|bat)$/i.test(program);
  const child = spawn(shell ? `"${program}"` : program, [...args], {
    cwd,
    env: { ...env, ...offline },
    stdio: ["ignore", "pipe", "pipe"],
    shell,
    windowsHide: true,
    // A separate process group, because a script often starts the real program, which must be killed too.
    detached: !isWindows,
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (output.length < maxOutput) output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (errors.length < maxOutput) errors += text;
  });
  const end = () => {
    // After an exit, the process ID may belong to another process.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      if (isWindows) child.kill("SIGKILL");
      else process.kill(-child.pid, "SIGKILL");
    }
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const stops: (() => void)[] = [];
  try {
    const outcome = await new Promise<number | string>((resolve) => {
      stops.push(clock.after(limitMs, () => resolve(`it didn't respond within ${limitMs / 1000} seconds`)));
      const abort = () => resolve("it was cancelled");
      signal?.addEventListener("abort", abort, { once: true });
      stops.push(() => signal?.removeEventListener("abort", abort));
      child.on("error", (error: NodeJS.ErrnoException) =>
        explainStart(program, error.code ?? error.message).then(resolve),
      );
      const done = (code: number | null, by: NodeJS.Signals | null) => resolve(code ?? `it was killed by ${by}`);
      child.on("exit", (code, by) => stops.push(clock.after(drainMs, () => done(code, by))));
      child.on("close", (code, by) => {
        if (child.pid !== undefined) done(code, by);
      });
    });
    signal?.throwIfAborted();
    if (outcome === 0) return { output };
    if (typeof outcome === "string") return { problem: outcome };
    // Some programs print errors to standard output.
    const firstLine = (errors.trim() || output.trim()).split("\n")[0] ?? "";
    return { problem: `it exited with code ${outcome}${firstLine === "" ? "" : `: ${firstLine.slice(0, 200)}`}` };
  } finally {
    for (const stop of stops) stop();
    end();
  }
}
