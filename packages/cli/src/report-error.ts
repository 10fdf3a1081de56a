/** Errors, as the user sees them. */
import { AnswerError, ConnectError, ConnectionClosedError, TimeoutError } from "@tandem/client";
import { RpcError } from "@tandem/protocol";
import { SettingsError } from "@tandem/workspace/settings";
import { CommandError, exitCodes, messageOf } from "./exit-codes.js";
import type { Output } from "./output.js";
import { visible } from "./visible.js";

/** Prints what ended a command, and gives the exit code for it. */
export function reportError(err: Output, error: unknown): number {
  const { bold, red } = err.colors;
  const say = (message: string) => err.line(`${bold(red("tandem:"))} ${visible(message)}`);
  if (error instanceof CommandError) {
    say(error.message);
    for (const line of error.advice) err.line(visible(line));
    return error.exitCode;
  }
  const exitCode = exitCodeOf(error);
  if (exitCode === undefined) {
    printFault(err, error);
    return exitCodes.fault;
  }
  say(messageOf(error));
  if (error instanceof SettingsError) err.line(error.advice);
  if (error instanceof AnswerError) err.line("This is a fault of the editor's integration: report it there.");
  return exitCode;
}

/** The code for an error of the other packages, whose words are made for people; undefined for a fault. */
function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof ConnectError || error instanceof SettingsError) return exitCodes.cannotStart;
  if (error instanceof ConnectionClosedError || error instanceof TimeoutError) return exitCodes.lost;
  if (error instanceof RpcError || error instanceof AnswerError) return exitCodes.no;
  return undefined;
}

/** Prints an error that nobody expected, with what a report of it needs. */
export function printFault(err: Output, fault: unknown): void {
  err.line(`${err.colors.red("tandem: this is a fault in tandem itself. Please report it with these lines:")}`);
  err.line(visible(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)));
}
