/** A cursor move with Tandem running and a client connected, beside one with an empty autocommand. */
import { fileURLToPath } from "node:url";
import { estimate } from "./interval.mjs";

const script = fileURLToPath(new URL("moves.lua", import.meta.url));
const rounds = 300;
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
      id: `neovim-move-${mode}`,
      what: `a cursor move in ${mode} mode: what it costs more than the ${nobody.toFixed(1)} µs with nobody listening`,
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
    what: "telling a single move, a moment after it, when Neovim has nothing else to do",
    unit: "µs",
    ours: tandem,
  });
  return rows;
}
