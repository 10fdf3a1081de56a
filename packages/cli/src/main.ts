#!/usr/bin/env node
/** The `tandem` command: creates the context, runs the command, and exits. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "./context.js";
import { exitCodes } from "./exit-codes.js";
import { Lifecycle } from "./lifecycle.js";
import { Output } from "./output.js";
import { run } from "./program.js";
import { printFault } from "./report-error.js";

/** How long to wait for the output to be read after a signal. */
const flushMs = 1000;

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const hasVersion = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return hasVersion && typeof manifest.version === "string" ? manifest.version : "unknown";
}

/** Exits if the shell's current folder was deleted. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write("tandem: The current folder no longer exists.\nChange to another one: cd\n");
    process.exit(exitCodes.cannotStart);
  }
}

const out = new Output(process.stdout, process.env);
const err = new Output(process.stderr, process.env);
const lifecycle = new Lifecycle((fault) => printFault(err, fault));
let exitCode: number = exitCodes.ok;
const context: Context = {
  input: process.stdin,
  out,
  err,
  env: process.env,
  cwd: currentDirectory(),
  version: readVersion(),
  lifecycle,
  exitWith: (code) => {
    exitCode = code;
  },
};

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (lifecycle.signal.aborted) return;
  // The reader has closed the pipe (`tandem ls | head -1`), which is not an error.
  if (error.code === "EPIPE") return lifecycle.end(exitCodes.ok);
  err.line(`tandem: Can't write the output: ${error.message}`);
  lifecycle.end(exitCodes.cannotStart);
});
// Errors on standard error can't be reported anywhere.
process.stderr.on("error", () => {});

const requestedExitCode = await Promise.race([run(process.argv.slice(2), context), lifecycle.exitRequested]);
await lifecycle.close();
// Wait for a slow reader, but not for long after a signal.
const flushTimeout = lifecycle.exitRequested.then(() => sleep(flushMs));
await Promise.race([Promise.all([out.flushed(), err.flushed()]), flushTimeout]);
process.exit(requestedExitCode ?? exitCode);
