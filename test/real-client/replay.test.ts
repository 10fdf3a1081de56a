/** The kept recordings stand in for an editor: the real Claude Code plays its session with nobody but a file. */
import { join } from "node:path";
import { replayEditor } from "@tandem/inspector";
import { describe, expect, test } from "vitest";
import { readSession } from "./drift/fixtures.js";
import { acceptedText, playSession } from "./drift/session.js";
import { memoryRow } from "./memory-row.js";
import { versions } from "./run-row.js";
import { Stage } from "./stage.js";

describe.each(versions)("Claude Code %s", (version) => {
  test("does with a replayed editor what it did with the recorded one", async () => {
    await using stage = await Stage.set(memoryRow, version);
    await using replay = await replayEditor(readSession(version).recording, {
      present: [stage.folder],
      configDir: join(stage.home, ".claude"),
      env: {},
    });
    await playSession(stage, replay.port);
    expect(stage.read(join(stage.folder, "a.txt"))).toBe(acceptedText);
    expect(replay.result).toMatchObject({ differences: [], faults: [], unplayed: 0 });
  });
});
