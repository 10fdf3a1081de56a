/**
 * `npm run bench`: figures beside their floor, measured in the same run. `--json` for programs. `--check` fails when a
 * ratio is over its limit.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { load } from "./load.mjs";
import { roundTrip } from "./round-trip.mjs";
import { workbench } from "./workbench.mjs";

// The browser first and on all cores: its processes are meant to run side by side.
const measured = process.env.TANDEM_BENCH_MEASURED ?? JSON.stringify(await workbench());

// The rest on one core, where that can be had: whether the scheduler puts two processes that talk to each other on one
// core or on two changes a round trip threefold, and differently for each pair.
if (process.platform === "linux" && process.env.TANDEM_BENCH_PINNED === undefined) {
  const pinned = spawnSync(
    "taskset",
    ["-c", "0", process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    {
      stdio: "inherit",
      env: { ...process.env, TANDEM_BENCH_PINNED: "1", TANDEM_BENCH_MEASURED: measured },
    },
  );
  if (pinned.status !== null) process.exit(pinned.status);
}

const rows = [...(await roundTrip()), ...(await load()), ...JSON.parse(measured)];
if (process.argv.includes("--json")) console.log(JSON.stringify(rows, null, 2));
else
  for (const { what, ours, floor, floorIs, ratio, limit } of rows) {
    const verdict =
      limit === undefined ? "" : ratio <= limit ? `  ✓ at most ${limit.toFixed(1)}` : `  ✗ over ${limit.toFixed(1)}`;
    console.log(`${what}\n  ${ours} beside ${floor} (${floorIs}): ${ratio.toFixed(2)}${verdict}`);
  }
if (process.argv.includes("--check") && rows.some(({ ratio, limit }) => ratio > limit)) process.exitCode = 1;
