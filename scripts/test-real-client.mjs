/**
 * `npm run test:real-client`: tests with the real Claude Code, by default its newest release with the workbench. Claude Code
 * is installed into a cache outside the repository, and everything runs in a network with only loopback.
 *
 *   npm run test:real-client                  the workbench, newest release
 *   npm run test:real-client -- -t "hunk"     only scenarios whose title contains hunk
 *   npm run test:real-client -- drift         files whose name contains drift, all releases
 *   npm run test:long                         every scenario with every editor and release; writes docs/compatibility.md
 */
import { readFileSync } from "node:fs";
import { claudeCodeVersions } from "./claude-code.mjs";
import { writeCompatibility } from "./compatibility.mjs";
import { createDisplay } from "./display.mjs";
import { prepareRealClient, resultsFile, runRealClient } from "./real-client.mjs";
import { checkNode, explain, prepareTests, reportCounts } from "./setup.mjs";
import { startTestRun } from "./test-run.mjs";

checkNode();
startTestRun();
const [first, ...others] = process.argv.slice(2);
const isLong = first === "--long";
const args = isLong || first === undefined ? others : [first, ...others];
const namesFiles = args.some((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-t");
const versions = isLong || namesFiles ? claudeCodeVersions : claudeCodeVersions.slice(0, 1);
const display = createDisplay(process.stdout);
try {
  await prepareTests(display, ["packages/cli"]);
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
reportCounts(display, started, counts);
