/** The real client through `tandem inspect`: it works as it does without, and no message violates the protocol. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Conversation, parseRecording, startInspector } from "@tandem-ide/inspector";
import { expect } from "vitest";
import { main } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { Fixture } from "./fixture.js";
import { memoryIntegration } from "./memory-integration.js";
import { say, use } from "./model.js";
import { versions } from "./run-scenarios.js";
import { review } from "./scenario.js";

const { test } = needs("tmux");

test.each(versions)(
  "Claude Code %s that isn't told about the inspector finds only the editor, and /ide lists no other",
  async (version) => {
    await using fixture = await Fixture.create(memoryIntegration, version);
    const editor = await fixture.editor();
    await using inspector = await startInspector({
      editor: { name: "Inspected", target: { port: editor.port } },
      configDir: join(fixture.home, ".claude"),
      env: {},
      onEntry: () => {},
    });
    expect(existsSync(inspector.lockFile)).toBe(true);
    const claude = await fixture.claude({ args: ["--ide"] });
    await fixture.connected(editor);
    await claude.prompt("/ide");
    await claude.shows(/Select IDE[\s\S]*Memory/);
    expect(claude.screen).not.toMatch(/❯? *\d+\. .*inspected/);
  },
);

test.each(versions)(
  "Claude Code %s is started by the inspector, connects through it, and is recorded",
  async (version) => {
    await using fixture = await Fixture.create(memoryIntegration, version);
    const path = fixture.file("a.txt", "line 1\nline 2\n");
    const editor = await fixture.editor();
    const file = join(fixture.home, "session.jsonl");
    const inspect = [process.execPath, main, "inspect", "--no-page", "--record", file, "--", "claude"];
    // No --ide: the variable alone makes it connect to the inspector, although the inspector's lock names no folder.
    const claude = await fixture.claudeAs(inspect, true);
    await fixture.connected(editor);
    await editor.driver.select(path, { start: { line: 1, character: 0 }, end: { line: 1, character: 6 } });
    await claude.shows(/1 line selected/);
    fixture.model.script(
      [use("Read", { file_path: path })],
      [use("Edit", { file_path: path, old_string: "line 2", new_string: "two" })],
      [say("All done.")],
    );
    await claude.prompt("change it");
    await editor.driver.accept?.(await review(editor));
    await claude.shows(/All done\./);
    expect(fixture.read(path)).toBe("line 1\ntwo\n");
    await claude.exit();
    await eventually(() => expect(claude.screen).toMatch(/\d+ messages, \d+ connections?, 0 faults/));

    const { entries, header, cutOff } = parseRecording(readFileSync(file, "utf8"));
    expect({ header, cutOff }).toMatchObject({ header: { folders: [fixture.folder] }, cutOff: undefined });
    const conversation = new Conversation();
    const rows = entries.flatMap((entry) => conversation.add(entry));
    expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
    expect(rows.find(({ tool, kind }) => tool === "openDiff" && kind === "answer")?.about).toMatch(/^FILE_SAVED/);
    const directory = join(fixture.home, ".claude", "ide");
    expect(existsSync(directory) ? readdirSync(directory) : []).toHaveLength(1);
  },
);
