import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../../test/endpoint.js";
import type { Entry, Header } from "./entry.js";
import { parseRecording } from "./format.js";
import { Recorder } from "./recorder.js";

const header: Header = { recording: 1, at: "2026-01-02T03:04:05.678Z", editor: "Neovim", folders: ["/w"] };
const entry = (t: number): Entry => ({ t, connection: 1, from: "client", text: '{"id":1}' });
const never = (error: Error) => {
  throw error;
};

test("writes everything added before the end, in order, to a file that only the user can read", async () => {
  const path = join(temporaryDirectory(), "a.jsonl");
  const recorder = await Recorder.open(path, header, never);
  const entries = Array.from({ length: 1000 }, (_, index) => entry(index));
  for (const each of entries) recorder.add(each);
  await recorder.close();
  expect(parseRecording(readFileSync(path, "utf8"))).toEqual({ header, entries });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("doesn't overwrite an existing file", async () => {
  const path = join(temporaryDirectory(), "a.jsonl");
  writeFileSync(path, "mine");
  await expect(Recorder.open(path, header, never)).rejects.toThrow(/EEXIST/);
  expect(readFileSync(path, "utf8")).toBe("mine");
});
