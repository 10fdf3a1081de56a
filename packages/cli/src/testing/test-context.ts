/** A context for a command that runs inside a test. Its output is recorded, and the process isn't touched. */
import { PassThrough } from "node:stream";
import type { Environment } from "@tandem-ide/base";
import type { Context } from "../context.js";
import { Output } from "../output.js";
import { run } from "../program.js";

export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function recorder(env: Environment): { output: Output; text: () => string } {
  const stream = new PassThrough();
  const chunks: string[] = [];
  stream.on("data", (chunk) => chunks.push(String(chunk)));
  return { output: new Output(stream, env), text: () => chunks.join("") };
}

/** Runs one command line to its end. */
export async function runCommand(args: readonly string[], env: Environment, cwd: string): Promise<Finished> {
  const out = recorder(env);
  const err = recorder(env);
  const ending = new AbortController();
  const closings: (() => void | Promise<void>)[] = [];
  let exitCode = 0;
  const context: Context = {
    input: process.stdin,
    out: out.output,
    err: err.output,
    env,
    cwd,
    version: "0.0.0",
    lifecycle: {
      signal: ending.signal,
      defer: (close) => closings.push(close),
      atExit: () => {},
      takeSignals: () => {},
      end: (code) => {
        exitCode = code;
        ending.abort();
      },
    },
    exitWith: (code) => {
      exitCode = code;
    },
  };
  await run(args, context);
  for (const close of closings.reverse()) await close();
  await Promise.all([out.output.flushed(), err.output.flushed()]);
  return { exitCode, stdout: out.text(), stderr: err.text() };
}
