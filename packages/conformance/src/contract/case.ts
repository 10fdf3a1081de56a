/** What a case of the contract is. */
import type { Ability } from "./options.js";
import type { Room } from "./room.js";

/** One thing that an editor must do. It passes by returning. */
export interface ContractCase {
  /** The requirement's id, and what must be so in plain words. */
  readonly title: `${string}-${number} ${string}`;
  /** Tools and optional verbs without which it cannot be judged. */
  readonly needs?: readonly Ability[];
  /** How many launches of its own it makes. */
  readonly launches?: number;
  run(room: Room): Promise<void>;
}

/** Cases about one part of an editor. */
export interface CaseGroup {
  readonly title: string;
  readonly cases: readonly ContractCase[];
}
