/** Errors, as the user sees them. */

import { messageOf } from "@tandem/base";
import { CommandError, exitCodes } from "./exit-codes.js";
import type { Output } from "./output.js";
import { visible, visibleName } from "./visible.js";

/** Prints what ended a command, and gives the exit code for it. */
export async function reportError(err: Output, error: unknown): Promise<number> {
  const { bold, red } = err.colors;
  const say = (message: string) => err.line(`${bold(red("tandem:"))} ${visibleName(message)}`);
  if (error instanceof CommandError) {
    say(error.message);
    for (const line of error.advice) err.line(visibleName(line));
    return error.exitCode;
  }
  const known = await explain(error);
  if (known === undefined) {
    printFault(err, error);
    return exitCodes.fault;
  }
  say(messageOf(error));
  if (known.advice !== undefined) err.line(visibleName(known.advice));
  return known.exitCode;
}

/** The packages whose errors have words for people: loaded only now, so that no command waits for them that goes well. */
function loadErrors() {
  return Promise.all([import("@tandem/client"), import("@tandem/protocol"), import("@tandem/workspace/settings")]);
}

interface Known {
  readonly exitCode: number;
  readonly advice?: string;
}

/** What is to be said of an error of the other packages, whose words are made for people; undefined for a fault. */
async function explain(error: unknown): Promise<Known | undefined> {
  // What cannot be loaded has thrown nothing; what was thrown is to be told all the same.
  const [client, protocol, settings] = await loadErrors().catch(() => []);
  if (!client || !protocol || !settings) return undefined;
  if (error instanceof settings.SettingsError) return { exitCode: exitCodes.cannotStart, advice: error.advice };
  if (error instanceof client.AnswerError)
    return { exitCode: exitCodes.no, advice: "This is a fault of the editor's integration: report it there." };
  if (error instanceof client.ConnectError) return { exitCode: exitCodes.cannotStart };
  if (error instanceof client.ConnectionClosedError || error instanceof client.TimeoutError)
    return { exitCode: exitCodes.lost };
  return error instanceof protocol.RpcError ? { exitCode: exitCodes.no } : undefined;
}

/** Prints an error that nobody expected, with what a report of it needs. */
export function printFault(err: Output, fault: unknown): void {
  err.line(`${err.colors.red("tandem: this is a fault in tandem itself. Please report it with these lines:")}`);
  err.line(visible(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)));
}
