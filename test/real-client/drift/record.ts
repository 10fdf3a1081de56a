/** Records the messages between a release of Claude Code and an editor in the session of `session.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, parseEntry, type Recording, startInspector } from "@tandem-ide/inspector";
import { formatEntry } from "@tandem-ide/inspector/reading";
import { Fixture } from "../fixture.js";
import type { RunningIntegration } from "../integration.js";
import { memoryIntegration } from "../memory-integration.js";
import type { Session } from "./fixtures.js";
import { playSession } from "./session.js";

/** The folder's name in a fixture, wherever it really was. */
const fixtureFolder = "/workspace";

/** The editor's tools that the model knows, whether offered immediately or only named. */
function toolsIn(questions: readonly string[]): string[] {
  return [...new Set(questions.flatMap((asked) => asked.match(/mcp__ide__\w+/g) ?? []))].sort();
}

function inspect(editor: RunningIntegration, home: string, onEntry: (entry: Entry) => void) {
  const { authToken }: { authToken: string } = JSON.parse(readFileSync(editor.lockFile, "utf8"));
  return startInspector({
    editor: { name: editor.name, target: { port: editor.port, authToken } },
    configDir: join(home, ".claude"),
    env: {},
    onEntry,
  });
}

/**
 * Creates the fixture from a session: until the client disconnects, including the close, and without the real folder.
 */
function recordingOf(session: readonly Entry[], all: readonly Entry[], fixture: Fixture, editor: string): Recording {
  const goodbye = all.filter((entry) => !session.includes(entry) && "close" in entry && entry.connection === 1);
  const lines = [...session, ...goodbye].map((entry) => formatEntry(entry).replaceAll(fixture.folder, fixtureFolder));
  return {
    header: { recording: 1, at: new Date().toISOString(), editor, folders: [fixtureFolder] },
    entries: lines.map((line) => parseEntry(line)),
  };
}

export async function record(version: string): Promise<Session> {
  await using fixture = await Fixture.create(memoryIntegration, version);
  const editor = await fixture.editor();
  const entries: Entry[] = [];
  const inspector = await inspect(editor, fixture.home, (entry) => entries.push(entry));
  try {
    const claude = await playSession(fixture, inspector.port, editor);
    const session = [...entries];
    // What it sends while it exits depends on its state: 2.1.112 reconnects once more.
    await claude.exit();
    await inspector.close();
    const modelTools = toolsIn(fixture.model.questions.map(({ text: asked }) => asked));
    return { recording: recordingOf(session, entries, fixture, editor.name), modelTools };
  } finally {
    await inspector.close();
  }
}
