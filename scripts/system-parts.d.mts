/** The types of system-parts.mjs that tests see; it stays JavaScript because it runs before any package is there. */
export interface SystemPart {
  /** What `needs` of test/parts.ts is given. */
  readonly name: string;
  /** Completes "for …". */
  readonly neededBy: string;
  readonly aptPackages: readonly string[];
  readonly isPresent: () => boolean;
}

export declare const systemParts: readonly SystemPart[];
