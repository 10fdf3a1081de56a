/** The inspector in front of an endpoint without a page, and the same while it records. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Recorder, startInspector } from "@tandem-ide/inspector";
import { temporaryDirectory } from "./fixture.mjs";

async function inspect(target, directory, onEntry) {
  const { port, lockFile } = await startInspector({
    editor: { name: "Bench", target },
    configDir: directory,
    env: {},
    onEntry,
  });
  const { authToken } = JSON.parse(readFileSync(lockFile, "utf8"));
  return { port, authToken };
}

export function inspector({ target }) {
  return inspect(target, temporaryDirectory(), () => {});
}

export async function recorder({ target }) {
  const directory = temporaryDirectory();
  const header = { recording: 1, at: new Date().toISOString(), editor: "Bench", folders: [] };
  const opened = await Recorder.open(join(directory, "bench.jsonl"), header, (error) => {
    throw error;
  });
  return await inspect(target, directory, (entry) => opened.add(entry));
}
