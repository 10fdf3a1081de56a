/**
 * `npm run bench`: figures beside their floor, measured in the same run. The results go to bench/results.json, and the tables
 * and plots of docs/performance.md are drawn from there. `--help` says what else it takes.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { keepResults } from "./document.mjs";
import { subjects } from "./subjects.mjs";
import { rowForTerminal, summary } from "./table.mjs";

const program = fileURLToPath(new URL("subject.mjs", import.meta.url));

/**
 * Whether the scheduler puts two processes that talk to each other on one core or on two changes a round trip threefold,
 * and differently for each pair: so both on one, where that can be said.
 */
function commandOf({ name, isPinned }) {
  const node = [process.execPath, program, name];
  return isPinned && process.platform === "linux" ? ["taskset", "-c", "0", ...node] : node;
}

/** The rows of a subject; none when it fails, which is said. */
function measure(subject) {
  return new Promise((resolve) => {
    const [command, ...args] = commandOf(subject);
    const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    let rows;
    child.once("message", (message) => {
      rows = message;
    });
    child.once("error", (error) => console.error(`${subject.name}: ${error.message}`));
    child.once("close", () => resolve(rows));
  });
}

const help = `Measures beside the floor, writes bench/results.json and draws the tables and plots of docs/performance.md.

  --only <word>   the subjects whose names have it; the results of the others stay
  --check         fails with 1 when a promise is not kept, with 2 when the machine was too busy to tell
  --json          prints the rows for programs
  --keep          leaves results and documents as they are

  npm run bench                           everything, ten minutes on a machine that has nothing else to do
  npm run bench -- --check --keep         does it all still hold?
  npm run bench -- --only list --keep     one subject of: ${subjects.map(({ name }) => name).join(", ")}`;

function readOptions() {
  const options = {
    only: { type: "string" },
    check: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exit(1);
  }
}

const values = readOptions();
if (values.help) {
  console.log(help);
  process.exit(0);
}
const chosen = subjects.filter(({ name }) => name.includes(values.only ?? ""));
if (chosen.length === 0) {
  console.error(`No subject has "${values.only}" in its name: ${subjects.map(({ name }) => name).join(", ")}`);
  process.exit(1);
}

const say = values.json ? () => {} : console.log;
const rows = [];
const failed = [];
for (const [index, subject] of chosen.entries()) {
  const before = performance.now();
  say(`\n${subject.title} (${index + 1} of ${chosen.length})`);
  const measured = await measure(subject);
  if (!measured) {
    failed.push(subject.name);
    continue;
  }
  rows.push(...measured);
  for (const row of measured) say(rowForTerminal(row));
  say(`    ${Math.round((performance.now() - before) / 1000)} s`);
}

if (values.json) console.log(JSON.stringify(rows, undefined, 2));
if (!values.keep) keepResults(rows);
const { lines, exitCode } = summary(rows);
say(`\n${lines.join("\n")}`);
if (failed.length > 0) console.error(`Could not be measured: ${failed.join(", ")}`);
if (failed.length > 0) process.exitCode = 1;
else if (values.check) process.exitCode = exitCode;
