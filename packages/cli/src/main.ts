#!/usr/bin/env node
/** The `tandem` command: makes its surroundings, runs it, and ends in order. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "./context.js";
import { exitCodes } from "./exit-codes.js";
import { Lifecycle } from "./lifecycle.js";
import { Output } from "./output.js";
import { run } from "./program.js";
import { printFault } from "./report-error.js";

/** How long the last words may take when the process was asked to end, in ms. */
const flushMs = 1000;

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const hasVersion = typeof manifest === "object" && manifest !== null && "version" in manifest;
  return hasVersion && typeof manifest.version === "string" ? manifest.version : "unknown";
}

/** A folder that was removed under the shell has no path any more. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write("tandem: The folder that you are in is gone.\nGo to another one: cd\n");
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
  // Nobody reads any more (`tandem ls | head -1`): that is no error.
  if (error.code === "EPIPE") return lifecycle.end(exitCodes.ok);
  err.line(`tandem: the output cannot be written: ${error.message}`);
  lifecycle.end(exitCodes.cannotStart);
});
// What cannot be said cannot be complained about either.
process.stderr.on("error", () => {});

const asked = await Promise.race([run(process.argv.slice(2), context), lifecycle.asked]);
await lifecycle.close();
// A slow reader is waited for, but not by a process that was asked to end.
const outOfPatience = lifecycle.asked.then(() => sleep(flushMs));
await Promise.race([Promise.all([out.flushed(), err.flushed()]), outOfPatience]);
process.exit(asked ?? exitCode);
