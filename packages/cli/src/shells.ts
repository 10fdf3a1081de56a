/** Sets variables in different shells. */
import { basename } from "node:path";
import type { Environment } from "@tandem-ide/base";

export const shells = ["sh", "fish", "powershell"] as const;
export type Shell = (typeof shells)[number];

/** The syntax of some shells. All others are like sh. */
const families: Readonly<Record<string, Shell>> = {
  fish: "fish",
  pwsh: "powershell",
  powershell: "powershell",
};

/** Shells whose syntax isn't supported. */
const unsupported = new Set(["csh", "tcsh", "nu", "elvish", "xonsh"]);

/** Returns the program in `$SHELL` without its path and `.exe`, or an empty string. */
export function shellProgram(env: Environment): string {
  return basename((env.SHELL ?? "").replaceAll("\\", "/")).replace(/\.exe$/i, "");
}

/** Returns the syntax of the user's shell, from `$SHELL` or the platform; undefined if it isn't supported. */
export function guessShell(env: Environment, platform: string): Shell | undefined {
  const program = shellProgram(env);
  if (program === "") return platform === "win32" ? "powershell" : "sh";
  return unsupported.has(program) ? undefined : (families[program] ?? "sh");
}

/** Quotes a value as one word of the shell. */
export const quote: Record<Shell, (value: string) => string> = {
  // Nothing can be escaped inside single quotes, so a quote closes and reopens them.
  sh: (value) => `'${value.replaceAll("'", "'\\''")}'`,
  fish: (value) => `'${value.replace(/[\\']/g, "\\$&")}'`,
  // Quotes are doubled, including typographic ones.
  powershell: (value) => `'${value.replace(/['\u2018-\u201b]/g, "$&$&")}'`,
};

const assign: Record<Shell, (name: string, value: string) => string> = {
  sh: (name, value) => `export ${name}=${value}`,
  // The semicolon is for `eval (tandem env)`, which joins the lines.
  fish: (name, value) => `set -gx ${name} ${value};`,
  powershell: (name, value) => `$env:${name} = ${value}`,
};

const remove: Record<Shell, (name: string) => string> = {
  sh: (name) => `unset ${name}`,
  fish: (name) => `set -e ${name};`,
  powershell: (name) => `Remove-Item Env:${name} -ErrorAction SilentlyContinue`,
};

/** Returns the commands that set these variables, or remove those that are null, one per line. */
export function assignments(shell: Shell, variables: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(variables).map(([name, value]) =>
    value === null ? remove[shell](name) : assign[shell](name, quote[shell](value)),
  );
}

/** Sets CLAUDE_CONFIG_DIR for a command, if a directory is given. */
export function withConfigDir(command: string, configDir: string | undefined): string {
  return configDir === undefined ? command : `CLAUDE_CONFIG_DIR=${quote.sh(configDir)} ${command}`;
}

/** How to run the commands in the current shell. */
export const evaluation: Record<Shell, string> = {
  sh: 'eval "$(tandem env)"',
  fish: "tandem env | source",
  powershell: "tandem env --shell powershell | Out-String | Invoke-Expression",
};
