/** The line that tells a terminal which editor Claude Code belongs to. Pure. */

/** For PowerShell on Windows, else for shells that know `export`; there are no secrets in it. */
export function environmentLine(variables: Readonly<Record<string, string>>, isWindows: boolean): string {
  const entries = Object.entries(variables);
  if (isWindows) return entries.map(([name, value]) => `$env:${name}='${value.replaceAll("'", "''")}'`).join("; ");
  return `export ${entries.map(([name, value]) => `${name}='${value.replaceAll("'", "'\\''")}'`).join(" ")}`;
}
