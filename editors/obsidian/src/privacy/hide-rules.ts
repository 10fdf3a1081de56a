/** Converts the user's folders to rules in .gitignore syntax. Pure. */

/** Escapes characters that have a meaning in rules. */
function escapeRule(name: string): string {
  return name.replace(/[\\*?[\]!#]/g, "\\$&").replace(/ +$/, (spaces) => "\\ ".repeat(spaces.length));
}

/** Returns rules for folders of the vault and for Obsidian's settings folder. */
export function hideRules(configDir: string, folders: readonly string[]): readonly string[] {
  // Settings may be edited by hand or come from another machine.
  const normalized = folders.map((folder) => folder.split(/[/\\]/).filter((part) => part !== "" && part !== "."));
  const all = [".obsidian", configDir, ...normalized.map((parts) => parts.join("/"))];
  return [...new Set(all)].filter((folder) => folder !== "").map((folder) => `/${escapeRule(folder)}/`);
}
