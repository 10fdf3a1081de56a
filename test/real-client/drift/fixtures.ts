/** The kept sessions: recordings of what passed, and which of the editor's tools the model heard of. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatEntry, formatHeader, parseRecording, type Recording } from "@tandem/inspector/reading";

/** One session with a release of Claude Code. */
export interface Session {
  readonly recording: Recording;
  /** The tools of the editor that the model is given, or told of: they are not on the wire. */
  readonly modelTools: readonly string[];
}

const folder = new URL("../../fixtures/", import.meta.url);
const toolsFile = new URL("model-tools.json", folder);

/** Where the recordings are. */
export const recordingsFolder = fileURLToPath(new URL("recordings/", folder));

function recordingOf(version: string): string {
  return fileURLToPath(new URL(`recordings/claude-code-${version}.jsonl`, folder));
}

export function readRecording(file: string): Recording {
  return parseRecording(readFileSync(file, "utf8"));
}

export function writeRecording(file: string, { header, entries }: Recording): void {
  writeFileSync(file, formatHeader(header) + entries.map(formatEntry).join(""));
}

function readTools(): Record<string, readonly string[]> {
  return JSON.parse(readFileSync(toolsFile, "utf8"));
}

export function readSession(version: string): Session {
  return { recording: readRecording(recordingOf(version)), modelTools: readTools()[version] ?? [] };
}

/** Keeps a session as the fixture of its release. */
export function keepSession(version: string, { recording, modelTools }: Session): void {
  writeRecording(recordingOf(version), recording);
  writeFileSync(toolsFile, `${JSON.stringify({ ...readTools(), [version]: modelTools }, undefined, 2)}\n`);
}
