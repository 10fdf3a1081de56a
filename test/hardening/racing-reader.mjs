/**
 * Another user, who tries to open every file in the owner's lock directories as soon as it appears. Arguments: the
 * directory of the homes, the port, the pid of the writer. Exits when its input ends, and prints as JSON how often it
 * tried and what it read.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [base = "", port = "", pid = ""] = process.argv.slice(2);
const names = [`${port}.lock`, `.${port}.lock.${pid}.tmp`];
let tries = 0;
const read = [];

function attempt(open) {
  tries++;
  try {
    const found = open();
    if (found.length > 0) read.push(String(found));
  } catch {
    // Permission denied, or it doesn't exist yet.
  }
}

let isOver = false;
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();

function round() {
  const until = Date.now() + 20;
  while (Date.now() < until) {
    // Only the newest home is in use.
    const home = readdirSync(base).sort().at(-1);
    if (home === undefined) continue;
    const directory = join(base, home, "ide");
    for (let i = 0; i < 20; i++) {
      attempt(() => readdirSync(directory));
      for (const name of names) attempt(() => readFileSync(join(directory, name), "utf8"));
    }
  }
  if (isOver) console.log(JSON.stringify({ tries, read }));
  else setImmediate(round);
}
console.log("ready");
round();
