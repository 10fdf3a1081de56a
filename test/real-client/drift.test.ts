/**
 * The pinned releases still send what the fixtures contain. `npm run client:drift` runs the same with another release,
 * and chooses where the recording and the differences are written, or stores the recording as that release's fixture.
 */
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { differences } from "./drift/differences.js";
import { keepSession, readSession, writeRecording } from "./drift/fixtures.js";
import { record } from "./drift/record.js";
import { versions } from "./run-scenarios.js";

interface Drift {
  readonly recording: string;
  readonly report: string;
  /** The release to compare it with. */
  readonly than: string;
  readonly keeps: boolean;
}

const drift: Drift | undefined = process.env.TANDEM_DRIFT ? JSON.parse(process.env.TANDEM_DRIFT) : undefined;

describe.each(versions)("Claude Code %s", (version) => {
  test("sends the same messages as in its recorded session", async () => {
    const session = await record(version);
    if (!drift) return expect(differences(readSession(version), session)).toEqual([]);
    writeRecording(drift.recording, session.recording);
    writeFileSync(drift.report, JSON.stringify(differences(readSession(drift.than), session)));
    if (drift.keeps) keepSession(version, session);
  });
});
