/** What keeps an inspector from starting is the machine's state and no fault of ours. */
import { StartError } from "@tandem/server";
import { CommandError, exitCodes } from "../exit-codes.js";

/** Throws on, a StartError as words for the user. */
export function cannotStart(error: unknown): never {
  throw error instanceof StartError ? new CommandError(exitCodes.cannotStart, error.message) : error;
}
