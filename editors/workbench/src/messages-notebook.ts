/** What page and host say to each other about notebooks, kernels and code. A part of `messages.ts`. */
import * as z from "zod/mini";

const path = z.string().check(z.minLength(1));
const cell = z.object({
  index: z.number().check(z.gte(0), z.int()),
  id: z.optional(z.string()),
  /** As the window has it: another one is not run. */
  source: z.string(),
});

export const notebookRequests = {
  /** Runs code cells of an open notebook, one after the other, until one fails. Answered when they are through. */
  "notebook.run": z.object({ path, cells: z.array(cell) }),
  /** The kernel of a notebook or, without a path, of the workspace: interrupts what it runs. */
  "kernel.interrupt": z.object({ path: z.optional(path) }),
  /** Starts it anew, without variables. */
  "kernel.restart": z.object({ path: z.optional(path) }),

  /** The user's answer to a question whether code may run. */
  "code.decide": z.object({ run: z.string(), answer: z.enum(["once", "always", "never"]) }),
  /** Takes back that code may run in this workspace without a question. */
  "code.ask-again": z.object({}),
} as const;

export type NotebookMethod = keyof typeof notebookRequests;

/** `failed`: a cell raised an exception, so that those behind it did not run; `stopped`: the user ended it. */
export type RunStatus = "done" | "failed" | "stopped";

export interface NotebookResults {
  "notebook.run": { readonly status: RunStatus };
}

/** A cell that runs, or waits for its turn. */
export interface KernelCell {
  readonly index: number;
  /** Of a notebook whose cells have ids. */
  readonly id?: string;
  readonly isRunning: boolean;
}

/** A kernel that was used. */
export interface KernelFacts {
  /** The notebook's; without, it is the one of the workspace. */
  readonly path?: string;
  readonly status: "not started" | "starting" | "idle" | "busy" | "restarting" | "closed";
  readonly cells: readonly KernelCell[];
  /** Why the last run could not come to its end, in words. */
  readonly problem?: string;
}

/** The part of the model that is about code. */
export interface CodeModel {
  /** Code that waits for the user's permission to run. */
  readonly codeToRun: readonly { readonly run: string; readonly code: string }[];
  /** The user allowed all code in this workspace. */
  readonly isCodeAllowed: boolean;
  /** The kernels that were used; undefined where no code can run. */
  readonly kernels?: readonly KernelFacts[];
}
