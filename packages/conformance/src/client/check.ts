/** What a check of a client is. */
import type { RunLog } from "./log.js";
import type { Stage } from "./stage.js";

interface Named {
  /** Unique: the requirement's id, and a word for the client's side of it. */
  readonly name: `${string}-${number}/${string}`;
  /** What must be so, in a sentence. */
  readonly title: string;
}

/** Decided at the end by what was written down. It passes by returning, and fails by throwing a `Failure`. */
export interface LogCheck extends Named {
  judge(log: RunLog): void;
}

/** The endpoint has to do something for it: on a connection that stands, or when the client dials again. */
export interface Scene extends Named {
  play(stage: Stage): Promise<void>;
}

export type ClientCheck = LogCheck | Scene;

export function isScene(check: ClientCheck): check is Scene {
  return "play" in check;
}
