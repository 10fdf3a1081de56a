/**
 * Returns Neovim's own diagnostics for open files. For other files it uses Tandem's language servers, which are loaded on
 * first use.
 */
import type { DiagnosticsAnswer, FileDiagnostics } from "@tandem-ide/base";
import type * as z from "zod/mini";
import type { Bridge } from "./bridge.js";
import { results } from "./messages.js";

/** The part of `LanguageServers` of @tandem-ide/workspace that is used here. */
interface Servers {
  diagnostics(path: string | undefined, timeout: AbortSignal): Promise<DiagnosticsAnswer>;
}

export interface DiagnosticsOptions {
  readonly bridge: Bridge;
  /** Loads language servers; undefined if they are turned off. */
  readonly loadServers: (() => Promise<Servers>) | undefined;
}

/** Omits `undefined` properties. */
function toFileDiagnostics({
  path,
  diagnostics,
}: z.infer<typeof results.diagnostics>["files"][number]): FileDiagnostics {
  return {
    path,
    diagnostics: diagnostics.map(({ source, code, ...rest }) => ({
      ...rest,
      ...(source !== undefined && { source }),
      ...(code !== undefined && { code }),
    })),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

export class NeovimDiagnostics {
  readonly #options: DiagnosticsOptions;
  #servers: Servers | undefined;
  #waiting: (() => void)[] = [];

  constructor(options: DiagnosticsOptions) {
    this.#options = options;
  }

  /** Call this when diagnostics in Neovim have changed. */
  changed(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async get(path: string | undefined, timeout: AbortSignal): Promise<DiagnosticsAnswer> {
    const { files, isCurrent, isOpen } = await this.#ofNeovim(path, timeout);
    const fromServers = await this.#ofServers(path, isOpen, timeout);
    if (!fromServers) return { files, isCurrent };
    const known = new Set(files.map((file) => file.path));
    const others = fromServers.files.filter((file) => !known.has(file.path));
    return { files: isOpen ? [...files, ...others] : fromServers.files, isCurrent: isCurrent && fromServers.isCurrent };
  }

  /** Asks again after every change, until the diagnostics are up to date. */
  async #ofNeovim(path: string | undefined, timeout: AbortSignal) {
    for (;;) {
      const change = new Promise<void>((resolve) => this.#waiting.push(resolve));
      const answer = await this.#options.bridge.call("diagnostics", { path }, results.diagnostics);
      if (answer.isCurrent || timeout.aborted) return { ...answer, files: answer.files.map(toFileDiagnostics) };
      await Promise.race([change, aborted(timeout)]);
    }
  }

  /** For one file that nothing in Neovim checks, or for all files if the servers have already been loaded. */
  async #ofServers(
    path: string | undefined,
    isOpen: boolean,
    timeout: AbortSignal,
  ): Promise<DiagnosticsAnswer | undefined> {
    const { loadServers } = this.#options;
    if (!loadServers || (path !== undefined ? isOpen : !this.#servers)) return undefined;
    const servers = this.#servers ?? (await Promise.race([loadServers(), aborted(timeout)]));
    if (!servers) return { files: [], isCurrent: false };
    this.#servers = servers;
    return await servers.diagnostics(path, timeout);
  }
}
