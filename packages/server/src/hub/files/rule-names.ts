/**
 * Which names rules in the form of .gitignore can be about. Of thousands of names nearly none is: one look tells, where asking
 * each rule about each path takes ten times as long as listing the folder.
 */

/** Could a rule of these match a path with this last part, when none matches what is above it? */
export type NameTest = (name: string) => boolean;

const everything: NameTest = () => true;

/**
 * The last part of a rule as a regular expression that matches at least what the rule does; undefined for one that gives up.
 * Of stars between texts one is kept: with five of them a name of 200 letters takes half a minute, with more it never ends.
 */
function lastPart(rule: string): string | undefined {
  const part = (rule.replace(/\/+$/, "").split("/").at(-1) ?? "").replace(/^(\**[^*]+\*).*(\*[^*]+\**)$/s, "$1$2");
  // Escapes and classes are rare, and not worth being clever about.
  if (/[\\[\]]/.test(part) || /^\**$/.test(part)) return undefined;
  const pattern = part
    .replace(/[.+^${}()|]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replaceAll("?", ".");
  return `^${pattern}$`.replace(/^\^\.\*/, "").replace(/\.\*\$$/, "");
}

/**
 * A test for names by these lines. It may say yes where no rule matches, and never no where one does.
 *
 * @example
 * namesIn(["*.log", "build/"])("main.ts") // false
 */
export function namesIn(lines: Iterable<string>, flags = ""): NameTest {
  const patterns: string[] = [];
  for (const each of lines) {
    if (each.startsWith("#")) continue;
    // As git does: a byte order mark goes, and so do the line's end and blanks before it.
    const line = each
      .replace(/^\uFEFF/, "")
      .replace(/[\r\n]+$/, "")
      .replace(/ +$/, "");
    // A rule that takes something back matters only where another one matched.
    if (line === "" || /^[#!]/.test(line)) continue;
    const pattern = lastPart(line);
    if (pattern === undefined) return everything;
    patterns.push(pattern);
  }
  if (patterns.length === 0) return () => false;
  const any = new RegExp(patterns.join("|"), `s${flags}`);
  return (name) => any.test(name);
}
