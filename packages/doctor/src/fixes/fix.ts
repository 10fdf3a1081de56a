/** Fixes as data: a finding proposes them, and nothing happens until the user agrees. */

/**
 * A fix. Each is safe to repeat, and checks again before it changes anything.
 *
 * @example
 * for (const fix of finding.fixes) if (await confirm(describeFix(fix, home))) await applyFix(fix);
 */
export type Fix =
  | { readonly kind: "set-mode"; readonly path: string; readonly mode: number; readonly was: number }
  | {
      readonly kind: "remove-lock";
      readonly path: string;
      readonly port: number;
      /** When the lock was last written; a later write means another editor owns it. */
      readonly modified: number;
    };
