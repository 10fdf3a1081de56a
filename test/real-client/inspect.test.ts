/** The real client through `tandem inspect`: it works as without, and nothing of what passes breaks the protocol. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Conversation, parseRecording, startInspector } from "@tandem/inspector";
import { expect } from "vitest";
import { main } from "../cli-command.js";
import { eventually } from "../eventually.js";
import { needs } from "../parts.js";
import { memoryRow } from "./memory-row.js";
import { say, use } from "./model.js";
import { versions } from "./run-row.js";
import { review } from "./scenario.js";
import { Stage } from "./stage.js";

const { test } = needs("tmux");

test.each(versions)(
  "Claude Code %s that is not sent there finds the editor alone, and /ide offers no other",
  async (version) => {
    await using stage = await Stage.set(memoryRow, version);
    const editor = await stage.editor();
    await using inspector = await startInspector({
      editor: { name: "Inspected", target: { port: editor.port } },
      configDir: join(stage.home, ".claude"),
      env: {},
      onEntry: () => {},
    });
    expect(existsSync(inspector.lockFile)).toBe(true);
    const claude = await stage.claude({ args: ["--ide"] });
    await stage.connected(editor);
    await claude.prompt("/ide");
    await claude.shows(/Select IDE[\s\S]*Memory/);
    expect(claude.screen).not.toMatch(/❯? *\d+\. .*inspected/);
  },
);

test.each(versions)(
  "Claude Code %s is started by the inspector, comes through it, and is recorded",
  async (version) => {
    await using stage = await Stage.set(memoryRow, version);
    const path = stage.file("a.txt", "line 1\nline 2\n");
    const editor = await stage.editor();
    const file = join(stage.home, "session.jsonl");
    const inspect = [process.execPath, main, "inspect", "--no-page", "--record", file, "--", "claude"];
    // No --ide: the variable alone makes it connect, and to the inspector, though its lock names no folder.
    const claude = await stage.claudeAs(inspect, true);
    await stage.connected(editor);
    await editor.hand.select(path, { start: { line: 1, character: 0 }, end: { line: 1, character: 6 } });
    await claude.shows(/1 line selected/);
    stage.model.script(
      [use("Read", { file_path: path })],
      [use("Edit", { file_path: path, old_string: "line 2", new_string: "two" })],
      [say("All done.")],
    );
    await claude.prompt("change it");
    await editor.hand.accept?.(await review(editor));
    await claude.shows(/All done\./);
    expect(stage.read(path)).toBe("line 1\ntwo\n");
    await claude.exit();
    await eventually(() => expect(claude.screen).toMatch(/\d+ messages, \d+ connections?, 0 faults/));

    const { entries, header, cutOff } = parseRecording(readFileSync(file, "utf8"));
    expect({ header, cutOff }).toMatchObject({ header: { folders: [stage.folder] }, cutOff: undefined });
    const conversation = new Conversation();
    const rows = entries.flatMap((entry) => conversation.add(entry));
    expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
    expect(rows.find(({ tool, kind }) => tool === "openDiff" && kind === "answer")?.about).toMatch(/^FILE_SAVED/);
    const ide = join(stage.home, ".claude", "ide");
    expect(existsSync(ide) ? readdirSync(ide) : []).toHaveLength(1);
  },
);
