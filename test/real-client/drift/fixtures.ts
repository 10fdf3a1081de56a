/** The stored sessions: recordings, and the editor's tools that the model was offered. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatEntry, formatHeader, parseRecording, type Recording } from "@tandem-ide/inspector/reading";

/** One session with a release of Claude Code. */
export interface Session {
  readonly recording: Recording;
  /** The editor's tools that the model is offered. These are not on the wire. */
  readonly modelTools: readonly string[];
}

const folder = new URL("../../fixtures/", import.meta.url);
const toolsFile = new URL("model-tools.json", folder);

/** The folder of the recordings. */
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

/** Saves a session as its release's fixture. */
export function keepSession(version: string, { recording, modelTools }: Session): void {
  writeRecording(recordingOf(version), recording);
  writeFileSync(toolsFile, `${JSON.stringify({ ...readTools(), [version]: modelTools }, undefined, 2)}\n`);
}
