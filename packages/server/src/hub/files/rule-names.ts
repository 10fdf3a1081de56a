/**
 * A fast filter for names that .gitignore rules may match. Few names do, and testing each rule with each path takes ten times as
 * long as listing the folder.
 */

/** Returns true if a rule may match a path with this last part, provided that none matches its parents. */
export type NameTest = (name: string) => boolean;

const everything: NameTest = () => true;

/**
 * Returns a regular expression that matches at least the names that the rule's last part matches, or undefined for a complex
 * rule. Of several stars one is kept, because with five of them a name of 200 letters takes half a minute.
 */
function lastPart(rule: string): string | undefined {
  const part = (rule.replace(/\/+$/, "").split("/").at(-1) ?? "").replace(/^(\**[^*]+\*).*(\*[^*]+\**)$/s, "$1$2");
  // Escapes and classes are rare, so don't handle them.
  if (/[\\[\]]/.test(part) || /^\**$/.test(part)) return undefined;
  const pattern = part
    .replace(/[.+^${}()|]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replaceAll("?", ".");
  return `^${pattern}$`.replace(/^\^\.\*/, "").replace(/\.\*\$$/, "");
}

/**
 * Returns a filter for names. It may return true if no rule matches, but never false if one does.
 *
 * @example
 * nameFilter(["*.log", "build/"])("main.ts") // false
 */
export function nameFilter(lines: Iterable<string>, flags = ""): NameTest {
  const patterns: string[] = [];
  for (const each of lines) {
    if (each.startsWith("#")) continue;
    // Like Git, remove a byte-order mark, the line ending and trailing spaces.
    const line = each
      .replace(/^\uFEFF/, "")
      .replace(/[\r\n]+$/, "")
      .replace(/ +$/, "");
    // Negated rules only matter if another rule matched.
    if (line === "" || /^[#!]/.test(line)) continue;
    const pattern = lastPart(line);
    if (pattern === undefined) return everything;
    patterns.push(pattern);
  }
  if (patterns.length === 0) return () => false;
  const any = new RegExp(patterns.join("|"), `s${flags}`);
  return (name) => any.test(name);
}
