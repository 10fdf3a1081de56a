/**
 * A window may go without a word: a tab of a browser that crashes, a page that is reloaded on a busy machine, a network that
 * is lost. VS Code keeps its extension host for hours then, and with it the endpoint, in case the window comes back. So the
 * next window on the same workspace asks it, by a file beside its address, and it asks its own window.
 */
import { existsSync, watch } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** How long a window may take to answer its extension host. */
export const patienceMs = 3_000;
/** Longer: who finds that its window has gone has to close, too. */
const limitMs = 2 * patienceMs;
const lookEveryMs = 25;

function questionFor(addressFile: string): string {
  return `${addressFile}.ask`;
}

/** Asks whoever serves there, and waits until it has said yes, has gone (`isOver`), or does neither. */
export async function ask(addressFile: string, isOver: () => Promise<boolean>): Promise<void> {
  const question = questionFor(addressFile);
  await writeFile(question, "", { mode: 0o600 });
  const end = performance.now() + limitMs;
  while (existsSync(question) && performance.now() < end && !(await isOver())) await wait(lookEveryMs);
  await rm(question, { force: true });
}

/** The answer is yes. */
export async function answer(addressFile: string): Promise<void> {
  await rm(questionFor(addressFile), { force: true });
}

/** Calls `asked` when somebody asks; the result ends that. The address has to be in its file already. */
export function whenAsked(addressFile: string, asked: () => void): () => void {
  const look = () => {
    if (existsSync(questionFor(addressFile))) asked();
  };
  const watcher = watch(dirname(addressFile), { persistent: false }, look);
  // Its folder was taken away: nobody can ask any more.
  watcher.on("error", () => watcher.close());
  look();
  return () => watcher.close();
}
