/** A shell command that points Claude Code in a terminal at this editor. Pure. */

/** Returns the command for PowerShell on Windows, else for POSIX shells. It contains no secrets. */
export function environmentLine(variables: Readonly<Record<string, string>>, isWindows: boolean): string {
  const entries = Object.entries(variables);
  if (isWindows) return entries.map(([name, value]) => `$env:${name}='${value.replaceAll("'", "''")}'`).join("; ");
  return `export ${entries.map(([name, value]) => `${name}='${value.replaceAll("'", "'\\''")}'`).join(" ")}`;
}
