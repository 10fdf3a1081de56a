/**
 * Checks whether another window still exists. If a window is lost, for example because its browser tab crashes or the network
 * fails, VS Code keeps its extension host and the endpoint running for hours. So the next window of the same workspace creates
 * a file next to the address, and the old extension host then checks its own window.
 */
import { existsSync, watch } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** How long a window has to answer its extension host. */
export const windowTimeoutMs = 3_000;
/** Longer, because an endpoint that has lost its window also has to close. */
const limitMs = 2 * windowTimeoutMs;
const pollMs = 25;

function questionFor(addressFile: string): string {
  return `${addressFile}.ask`;
}

/** Asks the endpoint of an address file. Waits until it answers, closes or times out. */
export async function ask(addressFile: string, isClosed: () => Promise<boolean>): Promise<void> {
  const question = questionFor(addressFile);
  await writeFile(question, "", { mode: 0o600 });
  const end = performance.now() + limitMs;
  while (existsSync(question) && performance.now() < end && !(await isClosed())) await wait(pollMs);
  await rm(question, { force: true });
}

/** Answers that the window exists. */
export async function answer(addressFile: string): Promise<void> {
  await rm(questionFor(addressFile), { force: true });
}

/** Calls `asked` when another window asks, until the returned function is called. The address file must exist. */
export function whenAsked(addressFile: string, asked: () => void): () => void {
  const check = () => {
    if (existsSync(questionFor(addressFile))) asked();
  };
  const watcher = watch(dirname(addressFile), { persistent: false }, check);
  // The folder was deleted.
  watcher.on("error", () => watcher.close());
  check();
  return () => watcher.close();
}
