/** Formats paths, names and numbers for the messages of diagnoses. */
import { tilde } from "@tandem-ide/base/node";
import { invisibleCharacters } from "@tandem-ide/protocol";
import type { Facts } from "../facts/facts.js";
import type { LockFacts } from "../facts/locks.js";

/** Shortens the home directory to `~`. */
export function shortPath(path: string, { home }: Pick<Facts, "home">): string {
  return tilde(path, home);
}

const unquotedWord = /^[\w@%+=:,./-]+$/;

/** Escapes invisible characters the way bash, zsh and ksh read them. */
function escaped(path: string): string {
  const safe = path.replace(/[\\']/g, "\\$&").replace(invisibleCharacters, (char) => {
    const bytes = [...new TextEncoder().encode(char)];
    return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  });
  return `$'${safe}'`;
}

function quoted(path: string): string {
  return path.search(invisibleCharacters) >= 0 ? escaped(path) : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Formats a path as a shell word that can be copied from the screen. */
export function shellWord(path: string, facts: Pick<Facts, "home">): string {
  const short = shortPath(path, facts);
  if (unquotedWord.test(short.replace(/^~(?=\/|$)/, "/")) && (short !== path || !path.startsWith("~"))) return short;
  return quoted(path);
}

/** Formats a path as the value of a variable, where not every shell expands a tilde. */
export function shellValue(path: string, facts: Pick<Facts, "home">): string {
  const short = shortPath(path, facts);
  return short !== path && (short === "~" || unquotedWord.test(short.slice(1)))
    ? `"$HOME${short.slice(1)}"`
    : quoted(path);
}

/** `Neovim on port 41234`. */
export function editorOnPort({ name, port }: Pick<LockFacts, "name" | "port">): string {
  const short = name.length > 24 ? `${name.slice(0, 23).toWellFormed()}…` : name;
  return `${short} on port ${port}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinList(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** Spells out a small number at the start of a sentence. */
export function numberWord(amount: number): string {
  return numbers[amount] ?? String(amount);
}

/** `0700`. */
export function octal(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}

/** `Claude Code 2.1.325`, or just `Claude Code` if the version is unknown. */
export function claudeName({ claude }: Pick<Facts, "claude">): string {
  return claude.state === "found" ? `Claude Code ${claude.version}` : "Claude Code";
}

/** The command that starts Claude Code connected and in a mode that asks before it edits. */
export function startCommand({ claude }: Pick<Facts, "claude">): string {
  const mode = claude.state === "found" ? claude.askingMode : "manual";
  return mode === undefined ? "claude --ide" : `claude --ide --permission-mode ${mode}`;
}
