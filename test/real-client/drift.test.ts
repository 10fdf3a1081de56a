/**
 * The pinned releases still send what the fixtures say. `npm run client:drift` runs the same with another release, and
 * tells where the transcript and the differences go.
 */
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { differences } from "./drift/differences.js";
import { record } from "./drift/record.js";
import { fixtureOf, readTranscript, writeTranscript } from "./drift/transcript.js";
import { versions } from "./run-row.js";

interface Drift {
  readonly transcript: string;
  readonly report: string;
  /** The release that it is compared with. */
  readonly than: string;
}

const drift: Drift | undefined = process.env.TANDEM_DRIFT ? JSON.parse(process.env.TANDEM_DRIFT) : undefined;

describe.each(versions)("Claude Code %s", (version) => {
  test("sends what it sent when its transcript was kept", async () => {
    const entries = await record(version);
    if (drift) {
      writeTranscript(drift.transcript, entries);
      writeFileSync(drift.report, JSON.stringify(differences(readTranscript(fixtureOf(drift.than)), entries)));
    } else expect(differences(readTranscript(fixtureOf(version)), entries)).toEqual([]);
  });
});
