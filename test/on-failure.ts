/**
 * Fixtures register details here that explain a failed test: what a page shows, what a program printed, the last
 * messages of a client. test/explain-failures.ts adds it to the test's error, so that the end of a run shows it.
 */
import { type TestContext, TestRunner } from "vitest";

const shownLines = 40;
const lineWidth = 300;
const patienceMs = 2000;

type Read = () => string | Promise<string>;

interface Source {
  readonly title: string;
  readonly read: Read;
  /** The text when it was closed. */
  last?: string;
}

const sources = new Set<Source>();

/** Returns the text of a source, but doesn't wait for a program that hangs. */
async function readInTime(read: Read): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("It doesn't answer."), patienceMs);
  });
  try {
    return await Promise.race([Promise.resolve().then(read), late]);
  } catch (error) {
    return String(error);
  } finally {
    clearTimeout(timer);
  }
}

function lastLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const short = (line: string) => (line.length > lineWidth ? `${line.slice(0, lineWidth)}…` : line);
  return lines
    .slice(-shownLines)
    .map((line) => `\n    ${short(line)}`)
    .join("");
}

/**
 * Shows the last lines of some text when a test fails. Call the returned function before the text can't be read any more.
 *
 * @example
 * const close = showOnFailure("The server printed", () => server.output);
 */
export function showOnFailure(title: string, read: Read): () => Promise<void> {
  const source: Source = { title, read };
  sources.add(source);
  return async () => {
    const test = TestRunner.getCurrentTest();
    // It isn't needed after a test that has passed.
    if (test === undefined || test.result?.state === "pass") sources.delete(source);
    else source.last ??= await readInTime(read);
  };
}

/** Adds what the fixtures show to the error of a failed test. */
export async function explainFailure({ task }: TestContext): Promise<void> {
  const [error] = task.result?.state === "fail" ? (task.result.errors ?? []) : [];
  // The contract test has already shown it, as it was before the case cleaned up.
  const isExplained = error?.message.includes("\nThe user saw:");
  for (const source of sources) {
    if (error && !isExplained) {
      const shown = lastLines(source.last ?? (await readInTime(source.read)));
      if (shown !== "") error.message += `\n\n${source.title}:${shown}`;
    }
    if (source.last !== undefined) sources.delete(source);
  }
}
