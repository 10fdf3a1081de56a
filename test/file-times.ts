/**
 * Runs before every test file: records when it started and ended, and the CPU time it took, for
 * scripts/suite-times.mjs.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

const timesFile = process.env.TANDEM_TIMES_FILE;

/** The CPU time of this process and of its children that have exited. Linux counts in hundredths of a second. */
function cpuMs(): number {
  if (process.platform === "linux") {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

if (timesFile) {
  const start = Date.now();
  const before = cpuMs();
  // Hooks run in reverse order, so what the file's own hooks end is counted.
  afterAll(() => {
    const file = relative(process.cwd(), expect.getState().testPath ?? "");
    const project = process.env.TANDEM_PROJECT ?? "";
    appendFileSync(
      timesFile,
      `${JSON.stringify({ project, file, start, end: Date.now(), cpuMs: cpuMs() - before })}\n`,
    );
  });
}
