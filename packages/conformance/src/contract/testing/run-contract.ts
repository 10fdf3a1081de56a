/** Runs the contract without a test runner, for tests of the contract itself. */
import { messageOf } from "@tandem-ide/base";
import type { TestEditorOptions } from "../options.js";
import { testEditor } from "../test-editor.js";

/** The outcome of one case. */
export interface Outcome {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  /** If the case failed. */
  readonly message?: string;
}

/** Options of `testEditor` without the runner's functions, and which cases to run. */
export interface RunContractOptions extends Omit<TestEditorOptions, "describe" | "test" | "afterAll"> {
  /** Default: all. */
  readonly pick?: (title: string) => boolean;
  /** Called before a case runs. */
  readonly onStart?: (title: string) => void;
}

/** Collects the cases as a runner would, and runs the picked ones in order. */
export async function runContract({ pick, onStart, ...options }: RunContractOptions): Promise<Outcome[]> {
  const work: (() => Promise<Outcome>)[] = [];
  const endings: (() => Promise<void>)[] = [];
  testEditor({
    ...options,
    describe: (_title, body) => body(),
    test: (title, { skip }, run) => {
      if (pick && !pick(title)) return;
      work.push(async () => {
        if (skip) return { title, status: "skipped" };
        onStart?.(title);
        try {
          await run();
          return { title, status: "passed" };
        } catch (error) {
          return { title, status: "failed", message: messageOf(error) };
        }
      });
    },
    afterAll: (end) => endings.push(end),
  });
  const outcomes: Outcome[] = [];
  try {
    for (const run of work) outcomes.push(await run());
  } finally {
    for (const end of endings) await end();
  }
  return outcomes;
}
