/** The exit codes of all commands, and the error that carries one. */
import { constants } from "node:os";

export const exitCodes = {
  ok: 0,
  /** No usable editor, a tool returned an error, or a check failed. */
  no: 1,
  /** Invalid usage, or the command could not start. */
  cannotStart: 2,
  /** Connection lost, or timed out. */
  lost: 3,
  /** Internal error (EX_SOFTWARE of sysexits.h). */
  fault: 70,
} as const;

/** Returns 130 for SIGINT and so on, like a shell. */
export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** Ends the command with a message for the user: what happened and what to do next. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;
  /** Lines to print below the message. */
  readonly advice: readonly string[];

  constructor(exitCode: number, message: string, advice: readonly string[] = []) {
    super(message);
    this.exitCode = exitCode;
    this.advice = advice;
  }
}
