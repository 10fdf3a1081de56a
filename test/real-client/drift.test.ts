/**
 * The pinned releases still send what the fixtures say. `npm run client:drift` runs the same with another release, and
 * tells where the recording and the differences go, or that the session is to be kept as the release's fixture.
 */
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { differences } from "./drift/differences.js";
import { keepSession, readSession, writeRecording } from "./drift/fixtures.js";
import { record } from "./drift/record.js";
import { versions } from "./run-row.js";

interface Drift {
  readonly recording: string;
  readonly report: string;
  /** The release that it is compared with. */
  readonly than: string;
  readonly keeps: boolean;
}

const drift: Drift | undefined = process.env.TANDEM_DRIFT ? JSON.parse(process.env.TANDEM_DRIFT) : undefined;

describe.each(versions)("Claude Code %s", (version) => {
  test("sends what it sent when its session was recorded", async () => {
    const session = await record(version);
    if (!drift) return expect(differences(readSession(version), session)).toEqual([]);
    writeRecording(drift.recording, session.recording);
    writeFileSync(drift.report, JSON.stringify(differences(readSession(drift.than), session)));
    if (drift.keeps) keepSession(version, session);
  });
});
