/** What a check is. */
import type { WorkspaceRequestMode } from "@tandem/protocol";
import type { CheckContext } from "./context.js";

/** One thing that an endpoint must do. It passes by returning, and fails by throwing a `Failure`. */
export interface Check {
  /** Unique: the requirement's id, and a word for this side of it. */
  readonly name: `${string}-${number}/${string}`;
  /** What must be so, in a sentence. */
  readonly title: string;
  /** How many seconds it takes, where that is more than about five: then it runs only when asked for. */
  readonly slowSeconds?: number;
  /** It makes files in the first workspace folder, and removes them. */
  readonly writes?: true;
  /** It is about the workspace requests, and applies where they may do this (WSM-10). Default: everywhere. */
  readonly modes?: readonly WorkspaceRequestMode[];
  run(context: CheckContext): Promise<void>;
}

/** `CON-03/fragmented` belongs to `CON-03`. */
export function idOf(name: string): string {
  return name.split("/")[0] ?? name;
}

/** True when `selector` (`CON`, `CON-03` or `CON-03/fragmented`) means this check. */
export function matches(name: string, selector: string): boolean {
  const [wanted, id] = [selector.toLowerCase(), idOf(name).toLowerCase()];
  return name.toLowerCase() === wanted || id === wanted || id.split("-")[0] === wanted;
}
