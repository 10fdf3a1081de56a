/** A cursor move with Tandem running and a client connected, beside one with an empty autocommand. */
import { fileURLToPath } from "node:url";
import { estimate } from "./interval.mjs";

const script = fileURLToPath(new URL("moves.lua", import.meta.url));
const rounds = 100;
const movesARound = 500;
/** Slower than Tandem waits before it tells what is selected: then it tells of every single move. */
const slow = { rounds: 4, count: 25, pause_ms: 80 };

async function measure(editor, options) {
  const told = editor.told("measured");
  await editor.lua(
    `local script, options = ...
     dofile(script).run(options, function(samples, heard) vim.rpcnotify(1, "measured", samples, heard) end)`,
    script,
    options,
  );
  const [samples, heard] = await told;
  if (heard !== options.rounds * options.count)
    throw new Error(`CursorMoved came ${heard} times for ${options.rounds * options.count} moves`);
  return estimate(samples);
}

const microseconds = (value) => `${value.toFixed(1)} µs`;

/** Needs an editor whose endpoint serves a client, with the file in front. */
export async function moves(editor) {
  // Warm: what is not compiled yet, and the first messages.
  await measure(editor, { mode: "normal", rounds: 3, count: 200, pause_ms: 0 });
  const rows = [];
  for (const mode of ["normal", "visual", "insert"]) {
    const { nobody, empty, tandem, low, high } = await measure(editor, {
      mode,
      rounds,
      count: movesARound,
      pause_ms: 0,
    });
    rows.push({
      what: `a cursor move in ${mode} mode: what it costs more than the ${microseconds(nobody)} with nobody listening`,
      ours: microseconds(tandem),
      floor: microseconds(empty),
      floorIs: "an empty autocommand",
      ratio: tandem / empty,
      low,
      high,
      limit: 2,
    });
  }
  const { tandem } = await measure(editor, { mode: "normal", ...slow });
  rows.push({
    what: "telling a single move, a moment after it, when Neovim has nothing else to do",
    value: microseconds(tandem),
  });
  return rows;
}
