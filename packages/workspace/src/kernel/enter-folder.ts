/**
 * Code that a kernel runs before any of the user's, to enter the user's folder. Python imports modules from the folder it is
 * started in, including `ipykernel_launcher`, so kernels start in an empty folder and enter the user's afterwards.
 */

export interface Entry {
  /** A path on the kernel's machine. A relative path starts in the kernel's initial folder. */
  readonly folder: string;
  /** Environment variables that the kernel was started without, for the user's code. */
  readonly variables: Readonly<Record<string, string>>;
  /** The import folders from those variables. */
  readonly paths: readonly string[];
}

/**
 * Returns the code, which may run twice. Modules are searched in the folder last, so that installed packages win over files
 * with the same name: `import pandas` is the installed pandas.
 */
export function enterFolder({ folder, variables, paths }: Entry): string {
  // In JSON, strings, lists and objects of strings are valid Python.
  const args = [folder, variables, paths].map((each) => JSON.stringify(each)).join(", ");
  return `def _tandem_enter(folder, variables, paths):
    import os, sys
    start = sys._tandem_start = getattr(sys, "_tandem_start", None) or os.getcwd()
    os.environ.update(variables)
    sys.path[:] = [path for path in sys.path if path not in ("", ".", start, *paths)] + paths + [""]
    try:
        os.chdir(os.path.join(start, folder))
    except OSError:
        pass
_tandem_enter(${args})
del _tandem_enter
`;
}

/** Returns the user's environment variables that a kernel was started without. */
export function lackingVariables(own: NodeJS.ProcessEnv, started: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const lacking: Record<string, string> = {};
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && started[name] !== value) lacking[name] = value;
  return lacking;
}
