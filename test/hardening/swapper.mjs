/**
 * Swaps a folder with a link, and a file with a link, as fast as possible, until its input ends. Arguments: the
 * workspace folder and one outside. Prints how many times it did.
 */
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const [folder = "", outside = ""] = process.argv.slice(2);
const at = (name) => join(folder, name);
symlinkSync(outside, at(".folder-link"));
symlinkSync(join(outside, "canary.txt"), at(".file-link"));

let count = 0;
let isOver = false;
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();

/** A program that writes in the meantime may create the missing name again, so this removes it. */
function move(from, to) {
  for (;;)
    try {
      return renameSync(at(from), at(to));
    } catch {
      try {
        rmSync(at(to), { recursive: true, force: true });
      } catch {
        // It is being written to, so try again.
      }
    }
}

function swap(name, link, aside) {
  move(name, aside);
  move(link, name);
  move(name, link);
  move(aside, name);
}

function round() {
  for (let i = 0; i < 50; i++) {
    swap("sub", ".folder-link", ".folder-aside");
    swap("a.txt", ".file-link", ".file-aside");
    count++;
  }
  if (isOver) console.log(count);
  else setImmediate(round);
}
console.log("ready");
round();
