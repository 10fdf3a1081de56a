/** What a contract case is. */

import type { CaseContext } from "./case-context.js";
import type { Ability } from "./options.js";

/** One requirement for an editor. It passes by returning, and fails by throwing. */
export interface ContractCase {
  /** The requirement's id and the required behaviour. */
  readonly title: `${string}-${number} ${string}`;
  /** The tools and optional verbs it needs. */
  readonly needs?: readonly Ability[];
  /** How many additional editors it launches. */
  readonly launches?: number;
  run(context: CaseContext): Promise<void>;
}

/** Cases about one area. */
export interface CaseGroup {
  readonly title: string;
  readonly cases: readonly ContractCase[];
}
