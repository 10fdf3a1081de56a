/** The user's folders as rules in the form of .gitignore. Pure. */

/** A name in which nothing has a meaning of its own. */
function literally(name: string): string {
  return name.replace(/[\\*?[\]!#]/g, "\\$&").replace(/ +$/, (spaces) => "\\ ".repeat(spaces.length));
}

/** Folders of the vault, and the one with Obsidian's settings, wherever the user has put that. */
export function withholdRules(configDir: string, folders: readonly string[]): readonly string[] {
  // Settings may have been written by hand, or by the same plugin on another machine.
  const plain = folders.map((folder) => folder.split(/[/\\]/).filter((part) => part !== "" && part !== "."));
  const all = [".obsidian", configDir, ...plain.map((parts) => parts.join("/"))];
  return [...new Set(all)].filter((folder) => folder !== "").map((folder) => `/${literally(folder)}/`);
}
