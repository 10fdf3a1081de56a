/** The types of checks for clients. */
import type { NamedCheck } from "../check.js";
import type { ClientContext } from "./context.js";
import type { RunLog } from "./log.js";

/** Checks the log at the end of a run. It passes by returning, and fails by throwing a `Failure`. */
export interface LogCheck extends NamedCheck {
  check(log: RunLog): void;
}

/** Needs the endpoint to do something while the client is connected, or when it reconnects. */
export interface LiveCheck extends NamedCheck {
  run(context: ClientContext): Promise<void>;
}

export type ClientCheck = LogCheck | LiveCheck;

export function isLiveCheck(check: ClientCheck): check is LiveCheck {
  return "run" in check;
}
