/**
 * An endpoint in a separate process, with its own exit, memory, handles and timers.
 * The test talks to it over Node's IPC channel (endpoint-process.ts).
 */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { systemClock } from "@tandem-ide/base";
import { FakeClock } from "@tandem-ide/base/testing";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint } from "@tandem-ide/server";
import type { Command, Measured, ProgramOptions, Reply } from "./commands.js";

const options: ProgramOptions = JSON.parse(process.argv[2] ?? "{}");
const virtual = options.isVirtual ? new FakeClock() : undefined;

/** Every open connection, to count its listeners. */
const sockets = new Set<Socket>();
subscribe("net.server.socket", (message) => {
  const { socket } = message as { socket: Socket };
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
});

let warnings = 0;
process.on("warning", (warning) => {
  warnings++;
  console.error(`warning: ${warning.message}`);
});

/** Internal errors of the endpoint, as opposed to failed tools or editor calls. */
const faults: string[] = [];

const editor: MemoryEditor = new MemoryEditor({
  folders: [options.folder],
  hasDiagnostics: true,
  runCode: async (code) => [{ type: "text", text: code }],
  onReviewsChanged: () => {
    if (!options.decidesAtOnce) return;
    setImmediate(() => {
      for (const { proposal, accept, reject } of editor.reviews)
        proposal.newText.length % 2 === 0 ? accept() : reject();
    });
  },
});

const endpoint = await createEndpoint(editor, {
  env: {},
  home: options.configDir,
  configDir: options.configDir,
  maxClients: options.maxClients ?? 10,
  readyDelayMs: options.readyDelayMs ?? 500,
  clock: virtual ?? systemClock,
  workspaceRequests: "write",
  allowedCode: { has: () => true, set: () => {} },
  logLevel: "error",
  log: ({ message, details }) => {
    if (/^(A message could not be handled|A task failed)/.test(message)) faults.push(`${message} ${details?.stack}`);
  },
});
editor.open(options.file);

let isEnding = false;
let streaming: NodeJS.Timeout | undefined;
let selected = 0;

/** Selects something else each time: the number is in the range. */
function select(): void {
  const at = { line: 0, character: selected++ % 1_000_000 };
  editor.select({ start: at, end: at });
}

function listenersOf(socket: Socket): number {
  return socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0);
}

function countByKind(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

async function measure(): Promise<Measured> {
  // Twice, because objects that the first run frees may have retained others.
  for (let round = 0; round < 2; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { clients, queuedMentions } = endpoint.status;
  return {
    heapBytes: process.memoryUsage().heapUsed,
    residentBytes: process.memoryUsage().rss,
    resources: countByKind(process.getActiveResourcesInfo()),
    processListeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    maxSocketListeners: Math.max(0, ...[...sockets].map(listenersOf)),
    sockets: sockets.size,
    tasks: virtual?.pending ?? 0,
    warnings,
    faults,
    clients: clients.length,
    listening: clients.filter(({ isListening }) => isListening).length,
    openDiffs: clients.reduce((sum, { openDiffs }) => sum + openDiffs.length, 0),
    reviews: editor.reviews.map(({ proposal }) => proposal.tabName),
    unsettled: endpoint.endedReviews.filter(
      ({ outcome, isWritten }) => outcome === "accepted" && isWritten === undefined,
    ).length,
    queuedMentions,
    selected,
  };
}

async function run(command: Command): Promise<unknown> {
  switch (command.do) {
    case "select":
      return select();
    case "stream":
      clearInterval(streaming);
      streaming = command.everyMs === 0 ? undefined : setInterval(select, command.everyMs);
      return undefined;
    case "mention":
      return editor.mention({ path: options.file, lines: { start: command.line, end: command.line } });
    case "decide": {
      const review = editor.reviews.find(({ proposal }) => proposal.tabName === command.tabName);
      if (command.isAccepted) review?.accept();
      else review?.reject();
      return review !== undefined;
    }
    case "pause":
      return endpoint.setPaused(command.isPaused);
    case "advance":
      return virtual?.advance(command.ms);
    case "count":
      return endpoint.status.clients.length;
    case "measure":
      return await measure();
    case "end":
      isEnding = true;
      clearInterval(streaming);
      await endpoint.close();
      process.disconnect();
  }
}

function reply(message: Reply): void {
  if (process.connected) process.send?.(message);
}

process.on("message", ({ id, command }: { id: number; command: Command }) => {
  run(command).then(
    (value) => reply({ id, value }),
    (error: unknown) => reply({ id, error: String(error) }),
  );
});
// A killed test leaves nothing behind. Normally the process exits on its own, and otherwise the test fails.
process.on("disconnect", () => {
  if (!isEnding) process.exit(1);
});
process.send?.({ port: endpoint.port, authToken: endpoint.authToken });
