/** The fixture of the fault tests: real servers and clients as processes in separate folders, and what they leave behind. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { type BundledProgram, bundleProgram } from "../../bundle-program.js";
import { temporaryDirectory } from "../../endpoint.js";
import { Child } from "./child.js";
import type { Seen } from "./companion.js";
import type { Facts, ServerOptions } from "./server.js";

/** A server that listens. */
export interface FaultServer {
  readonly child: Child;
  readonly port: number;
  readonly authToken: string;
  readonly lockFile: string;
  readonly folder: string;
  facts(): Promise<Facts>;
}

export interface StartOptions extends Partial<ServerOptions> {
  /** A wrapper to start the program with, e.g. `prlimit --nofile=64`. */
  readonly through?: readonly string[];
}

type Started = { readonly port: number; readonly lockFile: string } | { readonly error: string };

/** The programs of the tests of one file, bundled once. */
export function useFixture() {
  const programs: Record<"server" | "companion", BundledProgram | undefined> = {
    server: undefined,
    companion: undefined,
  };
  beforeAll(async () => {
    programs.server = await bundleProgram(new URL("server.ts", import.meta.url));
    programs.companion = await bundleProgram(new URL("companion.ts", import.meta.url));
  });
  afterAll(() => Promise.all(Object.values(programs).map((program) => program?.remove())));

  function run(name: keyof typeof programs, argument: object, through: readonly string[] = []): Child {
    const child = new Child([...through, process.execPath, programs[name]?.path ?? "", JSON.stringify(argument)]);
    onTestFinished(() => child.end());
    return child;
  }

  /** Starts a server's process without waiting until it listens. */
  function spawnServer({ through, ...options }: StartOptions = {}): { child: Child; folder: string } {
    const root = options.configDir && options.folders ? "" : temporaryDirectory();
    const folder = options.folders?.[0] ?? join(root, "project");
    if (options.folders === undefined) mkdirSync(folder);
    const configDir = options.configDir ?? join(root, "config");
    return { child: run("server", { folders: [folder], configDir, ...options }, through), folder };
  }

  async function tryToStart(options: StartOptions = {}): Promise<FaultServer | { readonly error: string }> {
    const { child, folder } = spawnServer(options);
    const started = await child.next<Started>();
    if ("error" in started) return started;
    const { authToken }: { authToken: string } = JSON.parse(readFileSync(started.lockFile, "utf8"));
    return { child, folder, ...started, authToken, facts: () => child.ask<Facts>("facts") };
  }

  return {
    run,
    spawnServer,
    tryToStart,
    async start(options: StartOptions = {}): Promise<FaultServer> {
      const started = await tryToStart(options);
      if ("error" in started) throw new Error(started.error);
      return started;
    },
    /** A well-behaved client. `end` returns its results. */
    async companion(
      { port, authToken, folder }: FaultServer,
      through?: readonly string[],
    ): Promise<{ child: Child; end(): Promise<Seen> }> {
      const child = run("companion", { port, authToken, folder }, through);
      await child.next();
      return {
        child,
        end: () => {
          child.endInput();
          return child.next<Seen>();
        },
      };
    },
  };
}

/** Lists a lock directory, including temporary files. */
export function locksIn(configDir: string): string[] {
  try {
    return readdirSync(join(configDir, "ide")).sort();
  } catch {
    return [];
  }
}

/** A file of a server's folder. */
export function put(folder: string, name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** What a fault leaked: clients, reviews, descriptors, handles. */
export function leakedSince(before: Facts, after: Facts): number {
  const more = (a: number, b: number) => Math.max(0, b - a);
  const handles = Object.entries(after.handles).map(([kind, count]) => more(before.handles[kind] ?? 0, count));
  return (
    more(before.clients, after.clients) +
    more(before.reviews, after.reviews) +
    more(before.descriptors, after.descriptors) +
    handles.reduce((sum, count) => sum + count, 0)
  );
}
