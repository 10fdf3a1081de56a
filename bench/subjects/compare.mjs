/** Starting a review of a large file with many changes, compared to `git diff` on the same two files. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startReview } from "@tandem-ide/base/review";
import { temporaryDirectory } from "../servers/fixture.mjs";
import { median, takeTurns, timed } from "../statistics.mjs";

const rounds = 9;
const unique = (at) => `const value${at} = ${at};`;
const repeated = (at) => ["{", "  run();", "  stop();", "}", ""][at % 5];

async function compare(count, line, changed) {
  const lines = Array.from({ length: count }, (_, at) => line(at));
  const before = lines.join("\n");
  const after = lines.map((each, at) => changed(each, at)).join("\n");
  const directory = temporaryDirectory();
  const [old, young] = [join(directory, "old.ts"), join(directory, "new.ts")];
  writeFileSync(old, before);
  writeFileSync(young, after);
  let hunks = 0;
  const samples = await takeTurns(
    {
      floor: () => timed(() => spawnSync("git", ["diff", "--no-index", "--numstat", old, young])),
      ours: () =>
        timed(() => {
          hunks = startReview(before, after).hunks.length;
        }),
    },
    { rounds, warm: 2 },
  );
  return { hunks, ours: median(samples.ours), floor: median(samples.floor) };
}

const everySeventh = (line, at) => (at % 7 === 3 ? `${line} // ${at}` : line);

export async function measure() {
  const rows = [];
  for (const count of [60_000, 200_000])
    for (const [id, what, line, changed] of [
      ["seventh", "every seventh changed", unique, everySeventh],
      ["repeated", "every seventh changed, of lines that repeat", repeated, everySeventh],
      ["rewritten", "all rewritten", unique, (_line, at) => `let other${at};`],
    ]) {
      const { hunks, ours, floor } = await compare(count, line, changed);
      const title = `${count.toLocaleString("en")} lines, ${what}: ${hunks.toLocaleString("en")} hunks`;
      rows.push({ id: `compare-${id}-${count}`, what: title, unit: "ms", ours, floor, floorIs: "git diff" });
    }
  return rows;
}
