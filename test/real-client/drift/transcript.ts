/** What a release of Claude Code sent in one session, a line each. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** One thing that it did; `t` is in milliseconds from the first. Paths in the workspace begin with `$WS`. */
export type Entry = { readonly t: number } & (
  | { readonly headers: Readonly<Record<string, unknown>> }
  | { readonly msg: { readonly method?: string; readonly params?: unknown } }
  | { readonly ideTools: readonly string[] }
);

const fixtures = new URL("../../fixtures/transcripts/", import.meta.url);

export function fixtureOf(version: string): string {
  return fileURLToPath(new URL(`claude-code-${version}.jsonl`, fixtures));
}

export function readTranscript(file: string): Entry[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line): Entry => JSON.parse(line));
}

export function writeTranscript(file: string, entries: readonly Entry[]): void {
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
}
