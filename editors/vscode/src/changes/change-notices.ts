/** Tells the user once that changes are recorded in a folder, or why they aren't. Does not import `vscode`. */
import type { Changes } from "@tandem-ide/changes";

const toldKey = "changesTold";

export interface ChangeNoticesOptions {
  readonly changes: Pick<Changes, "list" | "onChanged">;
  /** Remembers notices in this workspace. */
  readonly memory: {
    get<T>(key: string, defaultValue: T): T;
    update(key: string, value: unknown): PromiseLike<void>;
  };
  readonly tellRecording: () => void;
  readonly tellProblem: (message: string) => void;
}

export class ChangeNotices {
  readonly #options: ChangeNoticesOptions;
  readonly #stop: () => void;
  #isLooking = false;

  constructor(options: ChangeNoticesOptions) {
    this.#options = options;
    this.#stop = options.changes.onChanged(() => this.#tellProblems());
  }

  dispose(): void {
    this.#stop();
  }

  /** Call this when a client has connected. Once `settled` resolves, it is known where recording isn't possible. */
  async recording(folders: readonly string[], settled: () => Promise<void>): Promise<void> {
    if (this.#isLooking || this.#untold(folders).length === 0) return;
    this.#isLooking = true;
    await settled();
    this.#isLooking = false;
    const problems = new Set(this.#options.changes.list.problems.map(({ folder }) => folder));
    const recorded = this.#untold(folders.filter((folder) => !problems.has(folder)));
    if (recorded.length === 0) return;
    this.#remember(recorded);
    this.#options.tellRecording();
  }

  #tellProblems(): void {
    for (const { folder, message } of this.#options.changes.list.problems) {
      const untold = this.#untold([`${folder}: ${message}`]);
      if (untold.length === 0) continue;
      this.#remember(untold);
      this.#options.tellProblem(message);
    }
  }

  get #told(): readonly string[] {
    return this.#options.memory.get<readonly string[]>(toldKey, []);
  }

  #untold(names: readonly string[]): readonly string[] {
    const told = new Set(this.#told);
    return names.filter((name) => !told.has(name));
  }

  #remember(names: readonly string[]): void {
    void this.#options.memory.update(toldKey, [...this.#told, ...names]);
  }
}
