/** The user's folders as rules in the form of .gitignore. Pure. */

/** A name in which nothing has a meaning of its own. */
function literally(name: string): string {
  return name.replace(/[\\*?[\]!#]/g, "\\$&").replace(/ +$/, (spaces) => "\\ ".repeat(spaces.length));
}

/** Folders of the vault, and the one with Obsidian's settings, wherever the user has put that. */
export function withholdRules(configDir: string, folders: readonly string[]): readonly string[] {
  const all = [".obsidian", configDir, ...folders];
  return [...new Set(all)]
    .filter((folder) => folder !== "" && folder !== "/")
    .map((folder) => `/${literally(folder)}/`);
}
