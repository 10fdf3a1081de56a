/**
 * `npm run client:drift -- <version>`: records a session with another release of Claude Code, and lists the differences from
 * the newest tested release.
 *
 *   npm run client:drift -- latest             the newest release
 *   npm run client:drift -- 2.1.330 --json     prints JSON
 *   npm run client:drift -- 2.1.330 --keep     saves the recording in test/fixtures/recordings
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCodeVersions, findClaudeCode } from "./claude-code.mjs";
import { createDisplay } from "./display.mjs";
import { prepareRealClient, resultsFolder, runRealClient } from "./real-client.mjs";
import { checkNode, explain, installPackages } from "./setup.mjs";
import { installSystemParts } from "./system-parts.mjs";
import { startTestRun } from "./test-run.mjs";

const usage = `Usage: npm run client:drift -- <version> [--json] [--keep]

Lists how the messages of a Claude Code release differ from ${claudeCodeVersions[0]}.

Examples:
  npm run client:drift -- latest
  npm run client:drift -- 2.1.330 --keep`;

const args = process.argv.slice(2);
const options = new Set(args.filter((arg) => arg.startsWith("-")));
const [wanted] = args.filter((arg) => !arg.startsWith("-"));
const unknown = [...options].filter((option) => !["--json", "--keep", "--help", "-h"].includes(option));
if (wanted === undefined || unknown.length > 0 || options.has("--help") || options.has("-h")) {
  if (unknown.length > 0) console.error(`Unknown option: ${unknown.join(", ")}\n`);
  const isHelp = options.has("--help") || options.has("-h");
  (isHelp ? console.log : console.error)(usage);
  process.exit(isHelp ? 0 : 2);
}

checkNode();
startTestRun();
const display = createDisplay(process.stderr);
try {
  await installPackages(display);
  await installSystemParts(display);
  const version = await findClaudeCode(wanted);
  await prepareRealClient(display, [version]);
  const recording = join(resultsFolder, `claude-code-${version}.jsonl`);
  const report = join(resultsFolder, `drift-${version}.json`);
  const env = {
    ...process.env,
    TANDEM_CLIENT: version,
    TANDEM_DRIFT: JSON.stringify({ recording, report, than: claudeCodeVersions[0], keeps: options.has("--keep") }),
  };
  await display.step(`Record a session with Claude Code ${version}`, () =>
    runRealClient(["test/real-client/drift.test.ts"], env, { isQuiet: true }),
  );
  const differences = JSON.parse(readFileSync(report, "utf8"));
  if (options.has("--json")) console.log(JSON.stringify({ version, than: claudeCodeVersions[0], differences }));
  else {
    const count = differences.length;
    console.log(
      `Claude Code ${version} compared to ${claudeCodeVersions[0]}: ${count === 0 ? "no difference" : `${count} difference${count === 1 ? "" : "s"}`}.`,
    );
    for (const difference of differences) console.log(`  ${difference}`);
  }
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  explain(display, error);
  process.exitCode = 2;
}
