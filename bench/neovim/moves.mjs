/** A cursor move with Tandem and a connected client, compared to one with an empty autocommand. */
import { fileURLToPath } from "node:url";
import { estimate } from "./interval.mjs";

const script = fileURLToPath(new URL("moves.lua", import.meta.url));
const rounds = 300;
const movesPerRound = 500;
/** Slower than Tandem's delay before it sends a selection, so that it sends every move. */
const slow = { rounds: 4, count: 25, pause_ms: 80 };

async function measure(editor, options) {
  const measured = editor.notified("measured");
  await editor.lua(
    `local script, options = ...
     dofile(script).run(options, function(samples, heard) vim.rpcnotify(1, "measured", samples, heard) end)`,
    script,
    options,
  );
  const [samples, received] = await measured;
  if (received !== options.rounds * options.count)
    throw new Error(`Got ${received} CursorMoved events for ${options.rounds * options.count} moves`);
  return estimate(samples);
}

/** Needs an editor with a connected client and an active file. */
export async function moves(editor) {
  // Warm-up.
  await measure(editor, { mode: "normal", rounds: 3, count: 200, pause_ms: 0 });
  const rows = [];
  for (const mode of ["normal", "visual", "insert"]) {
    const options = { mode, rounds, count: movesPerRound, pause_ms: 0 };
    const { nobody, empty, tandem, low, high } = await measure(editor, options);
    rows.push({
      id: `neovim-move-${mode}`,
      what: `added cost of a cursor move in ${mode} mode (${nobody.toFixed(1)} µs without a listener)`,
      unit: "µs",
      ours: tandem,
      floor: empty,
      floorIs: "an empty autocommand",
      low,
      high,
    });
  }
  const { tandem } = await measure(editor, { mode: "normal", ...slow });
  rows.push({
    id: "neovim-tell",
    what: "reporting a single move, a moment later, while Neovim is idle",
    unit: "µs",
    ours: tandem,
  });
  return rows;
}
