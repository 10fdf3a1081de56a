/** What the plugin adds to Neovim's start. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../statistics.mjs";
import { pluginFolder } from "./editor.mjs";

const runs = 21;

// The time is the processor's: on a machine that others keep busy a start of 40 ms is interrupted more often than not.
const clock = `
  local function clock()
    local usage = vim.uv.getrusage()
    return (usage.utime.sec + usage.stime.sec) * 1e3 + (usage.utime.usec + usage.stime.usec) / 1e3
  end\n`;

const marks = (file) => `
  vim.api.nvim_create_autocmd("VimEnter", { callback = function()
    local entered = clock()
    -- Behind what Tandem does once the user sees their file.
    vim.schedule(function()
      local taken = clock()
      vim.fn.writefile({ vim.json.encode({ setup = setup, entered = entered, taken = taken }) }, ${JSON.stringify(file)})
      vim.cmd("qall!")
    end)
  end })`;

const plainInit = `${clock}local setup = 0\n`;
const withTandem = `${clock}
  vim.opt.runtimepath:prepend(${JSON.stringify(pluginFolder)})
  local before = clock()
  require("tandem").setup()
  local setup = clock() - before\n`;

async function start(place, init, file) {
  const child = spawn(place.command, ["--headless", "-u", init, "-i", "NONE", place.file], {
    cwd: place.cwd,
    env: place.env,
    stdio: "ignore",
  });
  await once(child, "exit");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Starts with and without it take turns; the difference of two starts that follow each other is one sample. */
export async function startTimes(place) {
  const file = join(place.cwd, "times.json");
  const plain = place.init("plain", plainInit + marks(file));
  const ours = place.init("ours", withTandem + marks(file));
  const samples = [];
  for (let run = 0; run < runs + 2; run++) {
    const before = await start(place, plain, file);
    const after = await start(place, ours, file);
    // The first ones read everything from the disk.
    if (run >= 2) samples.push({ before, after });
  }
  const of = (pick) => median(samples.map(pick));
  const row = (id, what, pick) => ({ id: `neovim-${id}`, what, unit: "ms", ours: of(pick) });
  const without = of(({ before }) => before.entered).toFixed(1);
  return [
    row("setup", "setup()", ({ after }) => after.setup),
    row(
      "start",
      `start until VimEnter, plugin file and setup(), more than the ${without} ms without the plugin`,
      ({ before, after }) => after.entered - before.entered,
    ),
    row(
      "sidecar",
      "after VimEnter, until the sidecar's process is on its way and keys are taken",
      ({ before, after }) => after.taken - after.entered - (before.taken - before.entered),
    ),
  ];
}
