/** Words that several diagnoses use. */
import { tilde } from "@tandem/base/node";
import { invisibleCharacters } from "@tandem/protocol";
import type { Facts } from "../facts/facts.js";
import type { LockFacts } from "../facts/locks.js";

/** A path as people write it. */
export function place(path: string, { home }: Pick<Facts, "home">): string {
  return tilde(path, home);
}

const plainWord = /^[\w@%+=:,./-]+$/;

/** Signs that cannot be seen or copied, as bash, zsh and ksh write them. */
function escaped(path: string): string {
  const safe = path.replace(/[\\']/g, "\\$&").replace(invisibleCharacters, (sign) => {
    const bytes = [...new TextEncoder().encode(sign)];
    return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  });
  return `$'${safe}'`;
}

function quoted(path: string): string {
  return path.search(invisibleCharacters) >= 0 ? escaped(path) : `'${path.replaceAll("'", "'\\''")}'`;
}

/** A path as a word of a shell, to be copied from a screen. */
export function shellWord(path: string, facts: Pick<Facts, "home">): string {
  const short = place(path, facts);
  if (plainWord.test(short.replace(/^~(?=\/|$)/, "/")) && (short !== path || !path.startsWith("~"))) return short;
  return quoted(path);
}

/** A path as the value of a variable. Not every shell puts the home directory in the place of a tilde there. */
export function shellValue(path: string, facts: Pick<Facts, "home">): string {
  const short = place(path, facts);
  return short !== path && (short === "~" || plainWord.test(short.slice(1)))
    ? `"$HOME${short.slice(1)}"`
    : quoted(path);
}

/** `Neovim on port 41234`. */
export function who({ name, port }: Pick<LockFacts, "name" | "port">): string {
  const short = name.length > 24 ? `${name.slice(0, 23).toWellFormed()}…` : name;
  return `${short} on port ${port}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** A number at the start of a sentence. */
export function count(amount: number): string {
  return numbers[amount] ?? String(amount);
}

/** `0700`. */
export function octal(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}

/** `Claude Code 2.1.325`, or without the number where it is not known. */
export function claudeName({ claude }: Pick<Facts, "claude">): string {
  return claude.state === "found" ? `Claude Code ${claude.version}` : "Claude Code";
}

/** What to type to start it so that it connects and asks. */
export function startCommand({ claude }: Pick<Facts, "claude">): string {
  const mode = claude.state === "found" ? claude.askingMode : "manual";
  return mode === undefined ? "claude --ide" : `claude --ide --permission-mode ${mode}`;
}
