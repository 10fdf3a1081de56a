/** Words that several diagnoses use. */
import { sep } from "node:path";
import type { Facts } from "../facts/facts.js";
import type { LockFacts } from "../facts/locks.js";

/** A path as people write it. */
export function place(path: string, { home }: Pick<Facts, "home">): string {
  if (path === home) return "~";
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** A path as a word of a shell. */
export function shellWord(path: string, facts: Pick<Facts, "home">): string {
  const short = place(path, facts);
  return /^[\w~@%+=:,./-]+$/.test(short) ? short : `'${path.replaceAll("'", "'\\''")}'`;
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
