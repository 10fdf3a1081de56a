/**
 * A real endpoint in a separate process, to be killed, stopped, starved and flooded. Its first line says where it
 * listens, or why it doesn't. After that, each line on stdin is a verb with its arguments, and each line on stdout is
 * a response.
 *
 *   node server.mjs '{"configDir":"/tmp/x","folders":["/tmp/y"],"ide":{"healthCheckMs":200}}'
 */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint, type Editor, type Endpoint, type EndpointOptions } from "@tandem-ide/server";

export interface ServerOptions {
  readonly configDir: string;
  readonly folders: readonly string[];
  readonly endpoint?: Pick<
    EndpointOptions,
    "callTimeoutMs" | "healthCheckMs" | "maxClients" | "maxUnsentBytes" | "port" | "portRange" | "selectionIntervalMs"
  >;
  /** Waits for the verb `start`. */
  readonly waits?: boolean;
}

/** The resources of a process. Whatever a fault adds to them has leaked. */
export interface Facts {
  readonly clients: number;
  readonly reviews: number;
  readonly descriptors: number;
  /** Sockets, timers and so on that keep the process alive, as Node counts them. */
  readonly handles: Readonly<Record<string, number>>;
  readonly rssBytes: number;
  readonly log: readonly string[];
}

const { configDir, folders, endpoint: settings, waits }: ServerOptions = JSON.parse(process.argv[2] ?? "");

const memory = new MemoryEditor({ folders });
const forever = () => new Promise<never>(() => {});

/** Never answers whether a file named `stuck` is saved, and never closes a review with that name. */
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
let endpoint: Endpoint | undefined;

function tell(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function start(more: Partial<EndpointOptions> = {}): Promise<object> {
  try {
    const options = { configDir, home: configDir, env: {}, workspaceRequests: "write" as const, ...settings, ...more };
    endpoint = await createEndpoint(editor, {
      ...options,
      log: ({ level, message }) => log.push(`${level}: ${message}`),
    });
    return { port: endpoint.port, lockFile: endpoint.lockFile, pid: process.pid };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function facts(): Facts {
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    // The pipes that carry this report.
    if (kind !== "PipeWrap") handles[kind] = (handles[kind] ?? 0) + 1;
  }
  return {
    clients: endpoint?.status.clients.length ?? 0,
    reviews: memory.reviews.length,
    // Other systems don't report descriptors; the handles below are most of them.
    descriptors: process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0,
    handles,
    rssBytes: process.memoryUsage.rss(),
    log,
  };
}

const verbs: Readonly<Record<string, (argument: never) => unknown>> = {
  start,
  stop: async () => {
    await endpoint?.close();
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
lines.on("close", () => process.exit()); // Its parent has ended.
process.on("SIGTERM", () => void endpoint?.close().then(() => process.exit(0)));

tell(waits ? { pid: process.pid } : await start());
