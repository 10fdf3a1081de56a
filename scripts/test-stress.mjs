/**
 * `npm run test:stress -- <pattern> [times]`: runs each test file whose path contains the pattern repeatedly while all cores
 * are busy, and prints how many times it failed. Finds race conditions. Build first.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root, run } from "./command.mjs";

const [pattern, times = "10"] = process.argv.slice(2);
if (pattern === undefined || !/^[1-9]\d*$/.test(times)) {
  console.error("Usage: npm run test:stress -- <pattern> [times]");
  process.exit(2);
}
const tests = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts"]);
const files = tests.split("\n").filter((file) => file.includes(pattern));
if (files.length === 0) {
  console.error(`No test file matches "${pattern}".`);
  process.exit(2);
}

// Each loop exits when its standard input closes, even if this process is killed.
const loop =
  'process.stdin.resume().on("end", () => process.exit()); (function spin() { for (let i = 0; i < 1e7; i++); setImmediate(spin); })();';
const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ["-e", loop], { stdio: ["pipe", "ignore", "ignore"] }),
);
process.exitCode = 0;
for (const file of files) {
  const failures = [];
  for (let i = 0; i < Number(times); i++)
    await run(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", file]).catch((error) =>
      failures.push(error.output),
    );
  console.log(`${failures.length} of ${times} failed: ${file}`);
  if (failures.length > 0) {
    console.log(failures.at(-1));
    process.exitCode = 1;
  }
}
for (const { stdin } of loops) stdin.end();
