/** What is wrong in all files that are known, as the panel and the status bar show it. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { PlacedProblem, Problems } from "../../messages-language.js";
import type { LanguageParts } from "./language-parts.js";

/** News come in bursts: of several files, and while a server thinks. */
const pauseMs = 200;

export class ProblemList {
  readonly isOpen = signal(false);
  readonly #parts: Pick<LanguageParts, "connection" | "store" | "toasts">;
  readonly #found = signal<Problems | undefined>(undefined);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isStale = false;

  constructor(parts: Pick<LanguageParts, "connection" | "store" | "toasts">) {
    this.#parts = parts;
    // Another program may have changed files while the user was away.
    addEventListener("focus", () => this.refreshSoon());
  }

  /** Undefined until it is known. */
  get found(): ReadonlySignal<Problems | undefined> {
    return this.#found;
  }

  refreshSoon(): void {
    clearTimeout(this.#timer);
    if (this.#parts.store.model.peek()?.language?.servers.length)
      this.#timer = setTimeout(() => void this.refresh(), pauseMs);
  }

  /** One question at a time; what is asked meanwhile is asked once more afterwards. */
  async refresh(): Promise<void> {
    this.#isStale = this.#isAsking;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const found = await this.#parts.connection.request("problems", {}).catch(() => undefined);
    this.#isAsking = false;
    if (found && JSON.stringify(found) !== JSON.stringify(this.#found.peek())) this.#found.value = found;
    if (this.#isStale) await this.refresh();
  }

  /** Opens the file of a problem there. */
  async show(file: string, { range }: PlacedProblem): Promise<void> {
    const { connection, toasts } = this.#parts;
    try {
      await connection.request("language.show", { file, range: { start: range.start, end: range.start } });
    } catch (error) {
      toasts.showError(error);
    }
  }
}

/** How many there are of each kind. */
export function countProblems({ files }: Problems): { readonly errors: number; readonly others: number } {
  const all = files.flatMap(({ problems }) => problems);
  const errors = all.filter(({ severity }) => severity === "Error").length;
  return { errors, others: all.length - errors };
}

/** The counts in words. */
export function countWords({ errors, others }: ReturnType<typeof countProblems>): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const parts = [errors > 0 && count(errors, "error"), others > 0 && count(others, "warning")];
  return parts.filter(Boolean).join(", ") || "No problems";
}
