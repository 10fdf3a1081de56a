/** Types of system-parts.mjs for tests. It is JavaScript because it runs before any package is installed. */
export interface SystemPart {
  /** The argument of `needs` in test/parts.ts. */
  readonly name: string;
  /** Completes "for …". */
  readonly neededBy: string;
  readonly aptPackages: readonly string[];
  readonly isPresent: () => boolean;
}

export declare const systemParts: readonly SystemPart[];
