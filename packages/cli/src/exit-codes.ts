/** What exit codes mean, the same for every command, and the error that carries one. */
import { constants } from "node:os";

export const exitCodes = {
  ok: 0,
  /** The answer is no: no usable editor, a tool that reports an error, a check that fails. */
  no: 1,
  /** Wrong usage, or something is in the way of starting. */
  cannotStart: 2,
  /** The connection was lost, or the answer did not come in time. */
  lost: 3,
  /** A fault in tandem itself (EX_SOFTWARE of sysexits.h). */
  fault: 70,
} as const;

/** 130 for SIGINT and so on: what a shell reports for a program that a signal ended. */
export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** Ends the command with words for the user: what happened, and what to do next. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;
  /** Shown below the message, a line each. */
  readonly advice: readonly string[];

  constructor(exitCode: number, message: string, advice: readonly string[] = []) {
    super(message);
    this.exitCode = exitCode;
    this.advice = advice;
  }
}
