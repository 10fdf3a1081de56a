/** What can be mended without a person, as data: a finding proposes it, and nothing happens before somebody agrees. */

/**
 * A repair. Each is safe to repeat, and looks again before it does anything.
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
      /** What the lock was when it was judged: one that was written since is another editor's. */
      readonly modified: number;
    };
