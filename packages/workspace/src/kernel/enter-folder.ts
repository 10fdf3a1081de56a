/**
 * What a kernel is told before any code of the user's: where that runs. Python imports modules from the folder that it
 * is started in, its own `ipykernel_launcher` among them, so kernels start in an empty folder and come here afterwards.
 */

export interface Entry {
  /** As the kernel's machine knows it; a relative one starts from where the kernel was started. */
  readonly folder: string;
  /** Variables that the kernel was started without, for the code that it runs. */
  readonly variables: Readonly<Record<string, string>>;
  /** Folders for imports, of those variables. */
  readonly paths: readonly string[];
}

/**
 * The code. It may run twice. The folder is the last place that modules are looked for in: what is installed wins over a
 * file of the same name, so that `import pandas` is the pandas that the user knows.
 */
export function enterFolder({ folder, variables, paths }: Entry): string {
  // JSON's strings, lists and objects of strings are Python's.
  const words = [folder, variables, paths].map((each) => JSON.stringify(each)).join(", ");
  return `def _tandem_enter(folder, variables, paths):
    import os, sys
    start = sys._tandem_start = getattr(sys, "_tandem_start", None) or os.getcwd()
    os.environ.update(variables)
    sys.path[:] = [path for path in sys.path if path not in ("", ".", start, *paths)] + paths + [""]
    try:
        os.chdir(os.path.join(start, folder))
    except OSError:
        pass
_tandem_enter(${words})
del _tandem_enter
`;
}

/** What the environment of a kernel lacks of the user's, to be given back. */
export function lackingVariables(own: NodeJS.ProcessEnv, started: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const lacking: Record<string, string> = {};
  for (const [name, value] of Object.entries(own))
    if (value !== undefined && started[name] !== value) lacking[name] = value;
  return lacking;
}
