/**
 * The sidecar's process. It talks msgpack-RPC to Neovim on standard input and output. When the input ends, Neovim has
 * exited, and the lock file is removed immediately.
 */
import { Logger, messageOf } from "@tandem-ide/base";
import { Bridge } from "./bridge.js";
import { logFile } from "./log-file.js";
import { type EventName, eventSchemas, type RequestName, requestSchemas, results, startSchema } from "./messages.js";
import { Sidecar } from "./sidecar.js";

let sidecar: Sidecar | undefined;
let log = new Logger(() => {}, "info");
let isEnding = false;

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  sidecar?.removeLock();
  // Exit even if something hangs.
  setTimeout(() => process.exit(code), 2000).unref();
  await sidecar?.close();
  process.exit(code);
}

async function start(message: unknown): Promise<void> {
  const parsed = startSchema.parse(message);
  const { pid, version, options } = parsed;
  const sink = logFile(options.logFile, pid);
  log = new Logger(sink, options.logLevel);
  log.info(`Started by Neovim ${version}`, { node: process.version, cameBack: parsed.address !== undefined });
  sidecar = new Sidecar({ bridge, message: parsed, log: sink });
  await sidecar.start(options.logFile);
}

async function answer(id: number, name: string, params: unknown): Promise<void> {
  let reply: { result?: unknown; problem?: string };
  try {
    if (!sidecar || !(name in requestSchemas)) throw new Error(`Unknown request ${name}`);
    reply = { result: await sidecar.request(name as RequestName, params) };
  } catch (error) {
    reply = { problem: messageOf(error) };
  }
  bridge.notify("answered", { id, ...reply });
}

function received(method: string, args: readonly unknown[]): void {
  if (method === "start")
    start(args[0]).catch(async (error) => {
      log.error(`Tandem couldn't start: ${messageOf(error)}`);
      await bridge.call("failed", messageOf(error), results.nothing).catch(() => {});
      await end(1);
    });
  else if (method === "stop") void end(0);
  else if (method === "request") void answer(Number(args[0]), String(args[1]), args[2]);
  else if (method in eventSchemas)
    try {
      sidecar?.event(method as EventName, args[0]);
    } catch (error) {
      log.error(`Invalid event ${method} from Neovim: ${messageOf(error)}`);
    }
  else log.warn(`Unknown event ${method} from Neovim`);
}

// Standard output is the connection to Neovim: libraries must not print to it.
console.log = console.info = console.debug = console.error;

const bridge = new Bridge({
  generation: Number(process.argv[2]),
  input: process.stdin,
  output: process.stdout,
  received,
  warn: (message) => log.warn(message),
});

process.stdin.once("end", () => void end(0));
process.stdin.once("close", () => void end(0));
process.stdout.on("error", () => void end(0));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void end(0));
process.on("exit", () => sidecar?.removeLock());
process.on("uncaughtException", (error) => {
  log.error(`The sidecar crashed: ${error.stack ?? error.message}`);
  process.stderr.write(`${error.stack ?? error.message}\n`);
  sidecar?.removeLock();
  process.exit(70);
});
