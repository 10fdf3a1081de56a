/** Runs the contract without a test runner, for tests of the contract itself. */
import { messageOf } from "@tandem/base";
import type { TestEditorOptions } from "../options.js";
import { testEditor } from "../test-editor.js";

/** What became of one case. */
export interface Outcome {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  /** Of a case that failed. */
  readonly message?: string;
}

/** What `testEditor` is given, but for the runner's functions; and which cases to run. */
export interface RunContractOptions extends Omit<TestEditorOptions, "describe" | "test" | "afterAll"> {
  /** By default all. */
  readonly pick?: (title: string) => boolean;
  /** Told before a case runs. */
  readonly onStart?: (title: string) => void;
}

/** Collects the cases as a runner would, and runs those that are picked, one after the other. */
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
