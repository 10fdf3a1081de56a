/** The problems in all files, for the panel and the status bar. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { PlacedProblem, Problem, Problems } from "../../messages-language.js";
import type { CoreParts } from "../core/parts.js";

/** Updates come in bursts. */
const delayMs = 200;

export class ProblemList {
  readonly isOpen = signal(false);
  readonly #parts: CoreParts;
  readonly #found = signal<Problems | undefined>(undefined);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isStale = false;

  constructor(parts: CoreParts) {
    this.#parts = parts;
    // Another program may have changed files in the meantime.
    addEventListener("focus", () => this.refreshSoon());
  }

  /** Undefined until the first response. */
  get found(): ReadonlySignal<Problems | undefined> {
    return this.#found;
  }

  refreshSoon(): void {
    clearTimeout(this.#timer);
    if (this.#parts.store.model.peek()?.language?.servers.length)
      this.#timer = setTimeout(() => void this.refresh(), delayMs);
  }

  /** Sends one request at a time, and one more if this is called in the meantime. */
  async refresh(): Promise<void> {
    this.#isStale = this.#isAsking;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const found = await this.#parts.connection.request("problems", {}).catch(() => undefined);
    this.#isAsking = false;
    if (found && JSON.stringify(found) !== JSON.stringify(this.#found.peek())) this.#found.value = found;
    if (this.#isStale) await this.refresh();
  }

  /** Opens a file at a problem. */
  async show(file: string, { range }: PlacedProblem): Promise<void> {
    const { connection, toasts } = this.#parts;
    const params = { file, range: { start: range.start, end: range.start } };
    await toasts.attempt(() => connection.request("language.show", params));
  }
}

export function countProblems({ files }: Problems): { readonly errors: number; readonly others: number } {
  const all = files.flatMap(({ problems }) => problems);
  const errors = all.filter(({ severity }) => severity === "Error").length;
  return { errors, others: all.length - errors };
}

/** Returns text such as "1 error, 2 warnings". */
export function problemsLabel({ errors, others }: ReturnType<typeof countProblems>): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const parts = [errors > 0 && count(errors, "error"), others > 0 && count(others, "warning")];
  return parts.filter(Boolean).join(", ") || "No problems";
}

/** Returns where a problem comes from, such as "ts 2322". */
export function sourceLabel({ source, code }: Problem): string {
  return [source, code].filter((part) => part !== undefined).join(" ");
}
