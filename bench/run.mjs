/**
 * `npm run bench`: measures figures and their floor in the same run. Writes the results to bench/results.json, and updates
 * the tables and plots of docs/performance.md. See `--help` for options.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { keepResults } from "./document.mjs";
import { subjects } from "./subjects.mjs";
import { rowForTerminal, summary } from "./table.mjs";

const program = fileURLToPath(new URL("subject.mjs", import.meta.url));

/**
 * Pins two processes that communicate to one core where possible. Otherwise the scheduler's choice of one core or two
 * changes a round trip threefold, and differently for each pair.
 */
function commandOf({ name, isPinned }) {
  const node = [process.execPath, program, name];
  return isPinned && process.platform === "linux" ? ["taskset", "-c", "0", ...node] : node;
}

/** Resolves to the rows of a subject, or reports why it failed and resolves to undefined. */
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

const help = `Measures all figures, writes bench/results.json, and updates docs/performance.md.

  --only <text>   only subjects whose name contains the text; keeps the results of the others
  --check         exit with 1 when a limit is exceeded, with 2 when the machine was too busy to tell
  --json          print the rows as JSON
  --keep          don't change the results and documents

  npm run bench                           everything, takes ten minutes on an idle machine
  npm run bench -- --check --keep         check all limits
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
  console.error(
    `No subject contains "${values.only}". The subjects are ${subjects.map(({ name }) => name).join(", ")}`,
  );
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
if (failed.length > 0) console.error(`Failed subjects: ${failed.join(", ")}`);
if (failed.length > 0) process.exitCode = 1;
else if (values.check) process.exitCode = exitCode;
