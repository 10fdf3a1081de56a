/** Replays the stored recordings in place of an editor: the real Claude Code repeats its session with only a file. */
import { join } from "node:path";
import { replayEditor } from "@tandem-ide/inspector";
import { describe, expect, test } from "vitest";
import { readSession } from "./drift/fixtures.js";
import { acceptedText, playSession } from "./drift/session.js";
import { Fixture } from "./fixture.js";
import { memoryIntegration } from "./memory-integration.js";
import { versions } from "./run-scenarios.js";

describe.each(versions)("Claude Code %s", (version) => {
  test("behaves the same with a replayed editor", async () => {
    await using fixture = await Fixture.create(memoryIntegration, version);
    await using replay = await replayEditor(readSession(version).recording, {
      present: [fixture.folder],
      configDir: join(fixture.home, ".claude"),
      env: {},
    });
    await playSession(fixture, replay.port);
    expect(fixture.read(join(fixture.folder, "a.txt"))).toBe(acceptedText);
    expect(replay.result).toMatchObject({ differences: [], faults: [], unplayed: 0 });
  });
});
