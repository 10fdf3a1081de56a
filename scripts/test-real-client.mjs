/**
 * `npm run test:real-client`: the real Claude Code, newest release, against the workbench. It is installed into a cache
 * outside of the tree, and everything runs in a network of its own that has nothing but loopback, so that no test can
 * reach anything else.
 *
 *   npm run test:real-client                  the workbench, newest release
 *   npm run test:real-client -- -t "hunk"     those whose title contains hunk
 *   npm run test:real-client -- drift         the files whose name contains drift, all releases
 *   npm run test:long                         every scenario with every editor and release; writes docs/compatibility.md
 */
import { readFileSync } from "node:fs";
import { buildPage } from "./build-page.mjs";
import { claudeCodeVersions } from "./claude-code.mjs";
import { writeCompatibility } from "./compatibility.mjs";
import { createDisplay, seconds } from "./display.mjs";
import { prepareRealClient, resultsFile, runRealClient } from "./real-client.mjs";
import { build, checkNode, endWithNpm, explain, installPackages } from "./setup.mjs";
import { installSystemParts } from "./system-parts.mjs";

checkNode();
endWithNpm();
const [first, ...others] = process.argv.slice(2);
const isLong = first === "--long";
const args = isLong || first === undefined ? others : [first, ...others];
const namesFiles = args.some((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-t");
const versions = isLong || namesFiles ? claudeCodeVersions : claudeCodeVersions.slice(0, 1);
const display = createDisplay(process.stdout);
try {
  await installPackages(display);
  await installSystemParts(display);
  await display.step("Build", () => build(["packages/cli"]), { quietBelowMs: 1000 });
  await display.step("Build the page", () => buildPage(), { quietBelowMs: 1000 });
  await prepareRealClient(display, versions);
} catch (error) {
  explain(display, error);
  process.exit(1);
}
const started = Date.now();
const env = { ...process.env, ...(isLong && { TANDEM_LONG: "true" }) };
if (versions.length === 1) env.TANDEM_CLIENT ??= versions[0];
const counts = await runRealClient(isLong || namesFiles ? args : ["test/real-client/workbench", ...args], env);
if (isLong && args.length === 0) await writeCompatibility(JSON.parse(readFileSync(resultsFile, "utf8")));
for (const title of counts.failedTitles) display.line(`✗ ${title}`);
display.line(`  All of it took ${seconds(Date.now() - started)}, ${counts.skipped} skipped`);
display.line(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
