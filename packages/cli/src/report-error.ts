import { messageOf } from "@tandem-ide/base";
import { CommandError, exitCodes } from "./exit-codes.js";
import type { Output } from "./output.js";
import { visible, visibleName } from "./visible.js";

/** The other packages' errors with messages for users, by name, so that those packages needn't be loaded. */
const expected: ReadonlyMap<string, number> = new Map([
  ["AnswerError", exitCodes.no],
  ["RpcError", exitCodes.no],
  ["ConnectError", exitCodes.cannotStart],
  ["ReplayError", exitCodes.cannotStart],
  ["SettingsError", exitCodes.cannotStart],
  ["StartError", exitCodes.cannotStart],
  ["StoreError", exitCodes.cannotStart],
  ["ConnectionClosedError", exitCodes.lost],
  ["TimeoutError", exitCodes.lost],
]);

function adviceFor(error: Error): readonly string[] {
  if (error instanceof CommandError) return error.advice;
  if (error.name === "AnswerError") return ["This is a bug in the editor's integration. Please report it there."];
  return "advice" in error && typeof error.advice === "string" ? [error.advice] : [];
}

/** Prints the error that ended a command, and returns the exit code for it. */
export function reportError(err: Output, error: unknown): number {
  const exitCode =
    error instanceof CommandError ? error.exitCode : error instanceof Error ? expected.get(error.name) : undefined;
  if (!(error instanceof Error) || exitCode === undefined) {
    printFault(err, error);
    return exitCodes.fault;
  }
  err.line(`${err.colors.bold(err.colors.red("tandem:"))} ${visibleName(messageOf(error))}`);
  for (const line of adviceFor(error)) err.line(visibleName(line));
  return exitCode;
}

/** Prints an unexpected error with everything that a bug report needs. */
export function printFault(err: Output, fault: unknown): void {
  err.line(err.colors.red("tandem: Internal error. Please report it with these lines:"));
  err.line(visible(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)));
}
