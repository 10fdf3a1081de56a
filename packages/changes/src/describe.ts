import { messageOf, systemErrorCode } from "@tandem-ide/base";
import { describeFileError } from "@tandem-ide/server/files";

/** Describes an error for the user. */
export function describe(error: unknown): string {
  return systemErrorCode(error) === undefined ? messageOf(error) : describeFileError(error);
}
