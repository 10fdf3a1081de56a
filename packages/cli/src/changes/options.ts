/** The arguments of `tandem changes`. */
export const changeActions = ["list", "show", "keep", "undo", "restore", "remove"] as const;

export interface ChangesOptions {
  readonly turn?: number;
  readonly hunk?: readonly string[];
  readonly yes?: true;
  readonly cwd?: string;
  readonly json?: true;
}
