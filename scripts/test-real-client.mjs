/**
 * `npm run test:real-client`: the real Claude Code against our editors. It is installed into a cache outside of the tree,
 * and everything runs in a network of its own that has nothing but loopback, so that no test can reach anything else.
 *
 *   npm run test:real-client                  all scenarios
 *   npm run test:real-client -- -t "hunk"     those whose title contains hunk
 */
import { spawnSync } from "node:child_process";
import { buildPage } from "./build-page.mjs";
import { claudeCodeVersions, installClaudeCode } from "./claude-code.mjs";
import { createDisplay, seconds } from "./display.mjs";
import { build, checkNode, endWithNpm, explain, installPackages } from "./setup.mjs";
import { installSystemParts } from "./system-parts.mjs";
import { runVitest } from "./vitest-results.mjs";

/** Runs the command behind it where there is no network but loopback. Root needs no more; others need a user namespace. */
const offline = [
  "unshare",
  ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]),
  "--net",
  "sh",
  "-c",
  'ip link set lo up && exec "$@"',
  "sh",
];

checkNode();
endWithNpm();
const display = createDisplay(process.stdout);
try {
  await installPackages(display);
  await installSystemParts(display);
  for (const version of claudeCodeVersions)
    await display.step(`Claude Code ${version}`, () => installClaudeCode(version), { quietBelowMs: 1000 });
  await display.step("Build", () => build(["packages/cli"]), { quietBelowMs: 1000 });
  await display.step("Build the page", () => buildPage(), { quietBelowMs: 1000 });
  const [command, ...rest] = offline;
  if (spawnSync(command, [...rest, "true"]).status !== 0)
    throw new Error(
      "A network of its own cannot be made here (unshare --net): these tests run only without a network.",
    );
} catch (error) {
  explain(display, error);
  process.exit(1);
}
const started = Date.now();
const counts = await runVitest(["--project", "real-client", ...process.argv.slice(2)], process.env, offline);
for (const title of counts.failedTitles) display.line(`✗ ${title}`);
display.line(`  All of it took ${seconds(Date.now() - started)}, ${counts.skipped} skipped`);
display.line(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
