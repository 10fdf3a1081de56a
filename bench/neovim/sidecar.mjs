/** The process beside Neovim: how soon it serves, and what it weighs. */
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { authorizationHeader, subprotocol } from "@tandem/protocol";
import { WebSocket } from "ws";
import { pluginFolder, startEditor } from "./editor.mjs";

const init = `
  vim.opt.runtimepath:prepend(${JSON.stringify(pluginFolder)})
  before_setup = vim.uv.hrtime()
  require("tandem").setup()`;

const serving = `
  local waited = vim.wait(20000, function() return require("tandem.sidecar").status() == "running" end, 1)
  return waited and require("tandem").status() or vim.NIL`;

/** The memory of a process that only it has to answer for, in bytes; undefined where the system does not say. */
function residentBytes(pid) {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, "utf8"))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

async function connect(port, authToken) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, [subprotocol], {
    headers: { [authorizationHeader]: authToken },
    perMessageDeflate: false,
  });
  await once(socket, "open");
  socket.send(
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
    }),
  );
  await once(socket, "message");
  socket.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  socket.send(JSON.stringify({ jsonrpc: "2.0", method: "ide_connected", params: { pid: process.pid } }));
  return socket;
}

/** Resolves when the client is told of a move, so that it really is one that Tandem tells. */
async function isTold(socket, editor) {
  const told = once(socket, "message");
  await editor.lua('vim.api.nvim_input("j")');
  const [data] = await told;
  const { method } = JSON.parse(data.toString());
  if (method !== "selection_changed") throw new Error(`The client was told ${method}`);
}

/** Starts Neovim with Tandem and a client; `measure` is given the editor while all of it runs. */
export async function withSidecar(place, measure) {
  const editor = startEditor(place, place.init("sidecar", init), [place.file]);
  let socket;
  try {
    const status = await editor.lua(serving);
    if (!status) throw new Error("The sidecar did not serve within twenty seconds");
    const [name] = readdirSync(place.locks).filter((each) => each.endsWith(".lock"));
    const lockFile = join(place.locks, name);
    // The lock is written by another process: its own time stamp says when, on the wall clock.
    const sinceSetup = await editor.lua(`
      local seconds, microseconds = vim.uv.gettimeofday()
      return { ago = (vim.uv.hrtime() - before_setup) / 1e6, now = seconds * 1000 + microseconds / 1000 }`);
    const served = statSync(lockFile).mtimeMs - (sinceSetup.now - sinceSetup.ago);
    const alone = residentBytes(status.sidecar_pid);
    const { authToken } = JSON.parse(readFileSync(lockFile, "utf8"));
    socket = await connect(status.port, authToken);
    await isTold(socket, editor);
    socket.on("message", () => {});
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
    socket?.terminate();
    await editor.quit();
  }
}
