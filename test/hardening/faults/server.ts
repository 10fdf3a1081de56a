/**
 * A real endpoint in a process of its own, to be killed, stopped, starved and flooded. Its first line says where it
 * listens, or why it does not; after that a line on stdin is a verb with its arguments, and a line on stdout the answer.
 *
 *   node server.mjs '{"configDir":"/tmp/x","folders":["/tmp/y"],"ide":{"healthCheckMs":200}}'
 */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { MemoryEditor } from "@tandem/memory-editor";
import { createEndpoint, type Editor, type Endpoint, type EndpointOptions } from "@tandem/server";

export interface ServerOptions {
  readonly configDir: string;
  readonly folders: readonly string[];
  readonly ide?: Pick<
    EndpointOptions,
    "callTimeoutMs" | "healthCheckMs" | "maxClients" | "maxUnsentBytes" | "port" | "portRange" | "selectionIntervalMs"
  >;
  /** Wait for the verb `start`. */
  readonly waits?: boolean;
}

/** What a process holds; what is there after a fault and was not before it has leaked. */
export interface Facts {
  readonly clients: number;
  readonly reviews: number;
  readonly descriptors: number;
  /** Sockets, timers and so on that keep the process alive, as Node counts them. */
  readonly handles: Readonly<Record<string, number>>;
  readonly rssBytes: number;
  readonly log: readonly string[];
}

const { configDir, folders, ide: settings, waits }: ServerOptions = JSON.parse(process.argv[2] ?? "");

const memory = new MemoryEditor({ folders });
const forever = () => new Promise<never>(() => {});

/** It never says whether a file named `stuck` is saved, and keeps a review of that name on the screen for ever. */
const editor: Editor = {
  name: "Faults",
  get workspaceFolders() {
    return memory.workspaceFolders;
  },
  subscribe: (events) => memory.subscribe(events),
  currentSelection: () => memory.currentSelection(),
  openEditors: () => memory.openEditors(),
  documentState: (path) => (basename(path) === "stuck" ? forever() : memory.documentState(path)),
  openFile: (request) => memory.openFile(request),
  reviewDiff: (review) => (review.tabName === "stuck" ? forever() : memory.reviewDiff(review)),
};
const log: string[] = [];
let ide: Endpoint | undefined;

function tell(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function start(more: Partial<EndpointOptions> = {}): Promise<object> {
  try {
    const options = { configDir, home: configDir, env: {}, workspaceRequests: "write" as const, ...settings, ...more };
    ide = await createEndpoint(editor, { ...options, log: ({ level, message }) => log.push(`${level}: ${message}`) });
    return { port: ide.port, lockFile: ide.lockFile, pid: process.pid };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function facts(): Facts {
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // Its own input and output, over which this is told.
    if (kind !== "PipeWrap") handles[kind] = (handles[kind] ?? 0) + 1;
  }
  return {
    clients: ide?.status.clients.length ?? 0,
    reviews: memory.reviews.length,
    // Elsewhere nobody tells; the handles below are most of it.
    descriptors: process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0,
    handles,
    rssBytes: process.memoryUsage.rss(),
    log,
  };
}

const verbs: Readonly<Record<string, (argument: never) => unknown>> = {
  start,
  stop: async () => {
    await ide?.close();
    return {};
  },
  facts,
  select: ({ path, characters }: { path: string; characters: number }) => {
    memory.open(path);
    memory.select({ start: { line: 0, character: 0 }, end: { line: 0, character: characters } });
    return {};
  },
  setFolders: (names: readonly string[]) => {
    memory.setFolders(names);
    return {};
  },
};

let last: Promise<unknown> = Promise.resolve();
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const [verb, argument]: [string, never] = JSON.parse(line);
  last = last.then(async () => tell((await verbs[verb]?.(argument)) ?? {}));
});
lines.on("close", () => process.exit()); // Whoever started it is gone.
process.on("SIGTERM", () => void ide?.close().then(() => process.exit(0)));

tell(waits ? { pid: process.pid } : await start());
