/** The sidecar process: how soon it serves, and how much memory it needs. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client } from "../client.mjs";
import { pluginFolder, startEditor } from "./editor.mjs";

const init = `
  vim.opt.runtimepath:prepend(${JSON.stringify(pluginFolder)})
  before_setup = vim.uv.hrtime()
  require("tandem").setup()`;

const serving = `
  local waited = vim.wait(20000, function() return require("tandem.sidecar").status() == "running" end, 1)
  return waited and require("tandem").status() or vim.NIL`;

/** Returns the resident memory of a process in bytes, or undefined where the system doesn't report it. */
function residentBytes(pid) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, "utf8"))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Checks that the client receives a move. */
async function expectSelection(client, editor) {
  const received = new Promise((resolve) => client.onMessage(resolve));
  await editor.lua('vim.api.nvim_input("j")');
  const { method } = JSON.parse((await received).toString());
  if (method !== "selection_changed") throw new Error(`The client received ${method}`);
}

/** Starts Neovim with Tandem and a client, and passes the editor to `measure`. */
export async function withSidecar(fixture, measure) {
  const editor = startEditor(fixture, fixture.init("sidecar", init), [fixture.file]);
  let client;
  try {
    const status = await editor.lua(serving);
    if (!status) throw new Error("The sidecar didn't serve within twenty seconds");
    const [name] = readdirSync(fixture.locks).filter((each) => each.endsWith(".lock"));
    const lockFile = join(fixture.locks, name);
    // Another process writes the lock file, so its modification time is compared to the wall clock.
    const sinceSetup = await editor.lua(`
      local seconds, microseconds = vim.uv.gettimeofday()
      return { ago = (vim.uv.hrtime() - before_setup) / 1e6, now = seconds * 1000 + microseconds / 1000 }`);
    const served = statSync(lockFile).mtimeMs - (sinceSetup.now - sinceSetup.ago);
    const alone = residentBytes(status.sidecar_pid);
    const { authToken } = JSON.parse(readFileSync(lockFile, "utf8"));
    client = await Client.join({ target: { port: status.port, authToken } });
    client.notify("ide_connected", { pid: process.pid });
    await expectSelection(client, editor);
    client.onMessage(() => {});
    const rows = await measure(editor);
    const row = (id, what, unit, ours) => ({ id: `neovim-${id}`, what, unit, ours });
    const memory = (bytes) => (bytes ?? Number.NaN) / 1024 / 1024;
    return [
      ...rows,
      row("served", "from setup() to the lock file", "ms", served),
      row("memory", "memory of the sidecar, resident", "MB", memory(alone)),
      row("memory-after", "… after this run, with a client", "MB", memory(residentBytes(status.sidecar_pid))),
    ];
  } finally {
    client?.end();
    await editor.quit();
  }
}
