/**
 * `npm run bench:neovim`: what Tandem costs inside of a real Neovim (that of the tests; `TANDEM_NEOVIM=0.12` for another).
 * `--json` for programs. `--check` fails with 1 when something is over its limit, and with 2
 * when the machine is too busy to tell.
 */
import { makePlace } from "./editor.mjs";
import { moves } from "./moves.mjs";
import { withSidecar } from "./sidecar.mjs";
import { startTimes } from "./start.mjs";

const place = makePlace();
if (!place.command) {
  console.error("There is no Neovim 0.10 or newer here. npm test installs one for tests.");
  process.exit(1);
}

/** A ratio is under its limit when all of its interval is; where the limit lies inside, nothing was found out. */
function judge({ figure, low = figure, high = figure, limit }) {
  if (limit === undefined) return "none";
  if (high <= limit) return "under";
  return low > limit ? "over" : "unsure";
}

function verdict(row) {
  const { limit = 0, unit = "", low, high } = row;
  const words = `${limit.toFixed(1)}${unit && ` ${unit}`}`;
  const interval = low === undefined ? "" : ` (95 %: ${low.toFixed(2)} to ${high.toFixed(2)})`;
  const verdicts = { none: "", under: `  ✓ at most ${words}`, over: `  ✗ over ${words}` };
  return interval + (verdicts[judge(row)] ?? `  ? too noisy to tell whether it is at most ${words}`);
}

try {
  const rows = [...(await startTimes(place)), ...(await withSidecar(place, moves))];
  if (process.argv.includes("--json")) console.log(JSON.stringify(rows, null, 2));
  else
    for (const row of rows) {
      const { what, value, ours, floor, floorIs, ratio } = row;
      if (value !== undefined) console.log(`${what}\n  ${value}${verdict(row)}`);
      else console.log(`${what}\n  ${ours} beside ${floor} (${floorIs}): ${ratio.toFixed(2)}${verdict(row)}`);
    }
  const verdicts = rows.map(judge);
  if (process.argv.includes("--check"))
    process.exitCode = verdicts.includes("over") ? 1 : verdicts.includes("unsure") ? 2 : 0;
} finally {
  place.remove();
}
