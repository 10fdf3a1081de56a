/** Asks a program of the user for what it prints. */
import { spawn } from "node:child_process";
import type { Environment } from "@tandem/base";
import { readText } from "./files.js";
import { askingPlace } from "./programs.js";
import type { Surroundings } from "./surroundings.js";

/** What a program printed, or why there is nothing. */
export type Answer = { readonly output: string } | { readonly problem: string };

/** Nothing that is asked here may ask the network. */
const quiet: Environment = { DISABLE_AUTOUPDATER: "1", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" };

/** A version is a line, and a help text a few pages. */
const mostOutput = 1024 * 1024;
/** What it printed before it ended has arrived by then; a process of its own that lives on keeps the pipe open. */
const drainMs = 200;

/** Why the system did not start it, as far as that can be seen from here. */
async function explainStart(program: string, code: string): Promise<string> {
  const first = code === "ENOENT" ? ((await readText(program).catch(() => "")) ?? "").split("\n")[0] : "";
  const [, interpreter] = /^#!\s*(\S+)/.exec(first ?? "") ?? [];
  if (interpreter !== undefined) return `its first line names ${interpreter.slice(0, 200)}, which is not there`;
  return `it did not start (${code})`;
}

/** Runs a program for what it prints. It gets no input, and is ended with all that it has started when it takes too long. */
export async function ask(
  program: string,
  args: readonly string[],
  surroundings: Surroundings,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal | undefined },
): Promise<Answer> {
  const { platform, clock } = surroundings;
  const { env, cwd } = await askingPlace(surroundings);
  signal?.throwIfAborted();
  const isWindows = platform === "win32";
  // Windows starts the batch files that npm makes through its shell only.
  const shell = isWindows && /\.(cmd|bat)$/i.test(program);
  const child = spawn(shell ? `"${program}"` : program, [...args], {
    cwd,
    env: { ...env, ...quiet },
    stdio: ["ignore", "pipe", "pipe"],
    shell,
    windowsHide: true,
    // A group of its own: it is often a script that starts the real program, which must end with it.
    detached: !isWindows,
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (output.length < mostOutput) output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (errors.length < mostOutput) errors += text;
  });
  const end = () => {
    // The number of one that has ended may be another's.
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
      stops.push(clock.after(limitMs, () => resolve(`it did not answer within ${limitMs / 1000} seconds`)));
      const abort = () => resolve("it was stopped");
      signal?.addEventListener("abort", abort, { once: true });
      stops.push(() => signal?.removeEventListener("abort", abort));
      child.on("error", (error: NodeJS.ErrnoException) =>
        explainStart(program, error.code ?? error.message).then(resolve),
      );
      const done = (code: number | null, by: NodeJS.Signals | null) => resolve(code ?? `it was ended by ${by}`);
      child.on("exit", (code, by) => stops.push(clock.after(drainMs, () => done(code, by))));
      child.on("close", (code, by) => {
        if (child.pid !== undefined) done(code, by);
      });
    });
    signal?.throwIfAborted();
    if (outcome === 0) return { output };
    if (typeof outcome === "string") return { problem: outcome };
    // Some programs complain where they ought to answer.
    const said = (errors.trim() || output.trim()).split("\n")[0] ?? "";
    return { problem: `it ended with exit code ${outcome}${said === "" ? "" : `: ${said.slice(0, 200)}`}` };
  } finally {
    for (const stop of stops) stop();
    end();
  }
}
