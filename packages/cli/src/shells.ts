/** Setting variables in different shells. */
import { basename } from "node:path";
import type { Environment } from "@tandem/base";

export const shells = ["sh", "fish", "powershell"] as const;
export type Shell = (typeof shells)[number];

/** The shells that we write for, by the names of their programs. */
const families: Readonly<Record<string, Shell>> = {
  fish: "fish",
  pwsh: "powershell",
  powershell: "powershell",
};

/** These understand neither of the three. */
const strangers = new Set(["csh", "tcsh", "nu", "elvish", "xonsh"]);

/** The program in `$SHELL`, without path and `.exe`; empty where there is none. */
export function shellProgram(env: Environment): string {
  return basename((env.SHELL ?? "").replaceAll("\\", "/")).replace(/\.exe$/i, "");
}

/** The user's shell by `$SHELL`, else by the platform; undefined for one that needs another syntax. */
export function guessShell(env: Environment, platform: string): Shell | undefined {
  const program = shellProgram(env);
  if (program === "") return platform === "win32" ? "powershell" : "sh";
  return strangers.has(program) ? undefined : (families[program] ?? "sh");
}

/** A value as one word of that shell, whatever is in it. By hand: each is a rule of one line. */
export const quote: Record<Shell, (value: string) => string> = {
  // Nothing is special between single quotes, so each quote in the value ends them for a moment.
  sh: (value) => `'${value.replaceAll("'", "'\\''")}'`,
  // Here the backslash is special between them.
  fish: (value) => `'${value.replace(/[\\']/g, "\\$&")}'`,
  // A quote is doubled, and typographic ones count as quotes too.
  powershell: (value) => `'${value.replace(/['\u2018-\u201b]/g, "$&$&")}'`,
};

const assign: Record<Shell, (name: string, value: string) => string> = {
  sh: (name, value) => `export ${name}=${value}`,
  // The semicolon is for `eval (tandem env)`, which makes one line of all.
  fish: (name, value) => `set -gx ${name} ${value};`,
  powershell: (name, value) => `$env:${name} = ${value}`,
};

/** The commands that set these variables, a line each. */
export function assignments(shell: Shell, variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).map(([name, value]) => assign[shell](name, quote[shell](value)));
}

/** How the commands are run in the shell at hand. */
export const evaluation: Record<Shell, string> = {
  sh: 'eval "$(tandem env)"',
  fish: "tandem env | source",
  powershell: "tandem env --shell powershell | Out-String | Invoke-Expression",
};
