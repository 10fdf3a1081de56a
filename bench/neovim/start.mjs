/** The time that the plugin adds to Neovim's startup. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../statistics.mjs";
import { pluginFolder } from "./editor.mjs";

const runs = 21;

// CPU time, because other programs interrupt most starts of 40 ms on a busy machine.
const clock = `
  local function clock()
    local usage = vim.uv.getrusage()
    return (usage.utime.sec + usage.stime.sec) * 1e3 + (usage.utime.usec + usage.stime.usec) / 1e3
  end\n`;

const marks = (file) => `
  vim.api.nvim_create_autocmd("VimEnter", { callback = function()
    local entered = clock()
    -- After the work that Tandem does once the file is visible.
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

async function start(fixture, init, file) {
  const child = spawn(fixture.command, ["--headless", "-u", init, "-i", "NONE", fixture.file], {
    cwd: fixture.cwd,
    env: fixture.env,
    stdio: "ignore",
  });
  await once(child, "exit");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Alternates starts with and without the plugin. The difference of two consecutive starts is one sample. */
export async function startTimes(fixture) {
  const file = join(fixture.cwd, "times.json");
  const plain = fixture.init("plain", plainInit + marks(file));
  const ours = fixture.init("ours", withTandem + marks(file));
  const samples = [];
  for (let run = 0; run < runs + 2; run++) {
    const before = await start(fixture, plain, file);
    const after = await start(fixture, ours, file);
    // The first starts read everything from disk.
    if (run >= 2) samples.push({ before, after });
  }
  const of = (pick) => median(samples.map(pick));
  const row = (id, what, pick) => ({ id: `neovim-${id}`, what, unit: "ms", ours: of(pick) });
  const without = of(({ before }) => before.entered).toFixed(1);
  return [
    row("setup", "setup()", ({ after }) => after.setup),
    row(
      "start",
      `startup time added until VimEnter (${without} ms without the plugin)`,
      ({ before, after }) => after.entered - before.entered,
    ),
    row(
      "sidecar",
      "time added after VimEnter, until the sidecar is starting and keys are accepted",
      ({ before, after }) => after.taken - after.entered - (before.taken - before.entered),
    ),
  ];
}
