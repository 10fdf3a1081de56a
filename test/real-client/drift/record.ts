/** Records what passes between a release of Claude Code and an editor in the session of `session.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, parseEntry, type Recording, startInspector } from "@tandem/inspector";
import { formatEntry } from "@tandem/inspector/reading";
import { memoryRow } from "../memory-row.js";
import type { RunningRow } from "../row.js";
import { Stage } from "../stage.js";
import type { Session } from "./fixtures.js";
import { playSession } from "./session.js";

/** What the folder is called in a fixture, wherever it was. */
const fixtureFolder = "/workspace";

/** The tools of the editor that a model hears of, be they offered at once or only named. */
function toolsIn(questions: readonly string[]): string[] {
  return [...new Set(questions.flatMap((asked) => asked.match(/mcp__ide__\w+/g) ?? []))].sort();
}

function inspect(editor: RunningRow, home: string, onEntry: (entry: Entry) => void) {
  const { authToken }: { authToken: string } = JSON.parse(readFileSync(editor.lockFile, "utf8"));
  return startInspector({
    editor: { name: editor.name, target: { port: editor.port, authToken } },
    configDir: join(home, ".claude"),
    env: {},
    onEntry,
  });
}

/** The session as a fixture: up to where the client leaves, with its goodbye, and without the folder that it was in. */
function recordingOf(session: readonly Entry[], all: readonly Entry[], stage: Stage, editor: string): Recording {
  const goodbye = all.filter((entry) => !session.includes(entry) && "close" in entry && entry.connection === 1);
  const lines = [...session, ...goodbye].map((entry) => formatEntry(entry).replaceAll(stage.folder, fixtureFolder));
  return {
    header: { recording: 1, at: new Date().toISOString(), editor, folders: [fixtureFolder] },
    entries: lines.map((line) => parseEntry(line)),
  };
}

export async function record(version: string): Promise<Session> {
  await using stage = await Stage.set(memoryRow, version);
  const editor = await stage.editor();
  const entries: Entry[] = [];
  const inspector = await inspect(editor, stage.home, (entry) => entries.push(entry));
  try {
    const claude = await playSession(stage, inspector.port, editor);
    const session = [...entries];
    // What comes while it leaves depends on what it is in the middle of: 2.1.112 dials once more.
    await claude.exit();
    await inspector.close();
    const modelTools = toolsIn(stage.model.questions.map(({ text: asked }) => asked));
    return { recording: recordingOf(session, entries, stage, editor.name), modelTools };
  } finally {
    await inspector.close();
  }
}
