/**
 * What language tools found: Neovim's own for the files that it has open, and borrowed language servers for the others,
 * which are loaded when such a file is asked about for the first time.
 */
import type { DiagnosticsAnswer, FileDiagnostics } from "@tandem/base";
import type * as z from "zod/mini";
import type { Bridge } from "./bridge.js";
import { results } from "./messages.js";

/** The part of `LanguageServers` of @tandem/workspace that is used here. */
export interface BorrowedServers {
  diagnostics(path: string | undefined, patience: AbortSignal): Promise<DiagnosticsAnswer>;
}

export interface DiagnosticsOptions {
  readonly bridge: Bridge;
  /** Loads them; undefined where the user does not want them. */
  readonly borrow: (() => Promise<BorrowedServers>) | undefined;
}

type Told = z.infer<typeof results.diagnostics>["files"][number];

/** What a tool left out is left out here too. */
function withoutGaps({ path, diagnostics }: Told): FileDiagnostics {
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
  #borrowed: BorrowedServers | undefined;
  #waiting: (() => void)[] = [];

  constructor(options: DiagnosticsOptions) {
    this.#options = options;
  }

  /** Neovim has heard something new from a tool. */
  changed(): void {
    for (const look of this.#waiting.splice(0)) look();
  }

  async get(path: string | undefined, patience: AbortSignal): Promise<DiagnosticsAnswer> {
    const { files, isCurrent, isOpen } = await this.#ofNeovim(path, patience);
    const borrowed = await this.#ofBorrowed(path, isOpen, patience);
    if (!borrowed) return { files, isCurrent };
    const known = new Set(files.map((file) => file.path));
    const others = borrowed.files.filter((file) => !known.has(file.path));
    return { files: isOpen ? [...files, ...others] : borrowed.files, isCurrent: isCurrent && borrowed.isCurrent };
  }

  /** Asks again whenever a tool has told something, until that is about the text as it is now. */
  async #ofNeovim(path: string | undefined, patience: AbortSignal) {
    for (;;) {
      const told = new Promise<void>((resolve) => this.#waiting.push(resolve));
      const answer = await this.#options.bridge.call("diagnostics", { path }, results.diagnostics);
      if (answer.isCurrent || patience.aborted) return { ...answer, files: answer.files.map(withoutGaps) };
      await Promise.race([told, aborted(patience)]);
    }
  }

  /** For one file that Neovim has no tool for; for all files, where they are at work already. */
  async #ofBorrowed(
    path: string | undefined,
    isOpen: boolean,
    patience: AbortSignal,
  ): Promise<DiagnosticsAnswer | undefined> {
    const { borrow } = this.#options;
    if (!borrow || (path !== undefined ? isOpen : !this.#borrowed)) return undefined;
    const servers = this.#borrowed ?? (await Promise.race([borrow(), aborted(patience)]));
    if (!servers) return { files: [], isCurrent: false };
    this.#borrowed = servers;
    return await servers.diagnostics(path, patience);
  }
}
