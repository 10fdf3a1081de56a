/** Messages between page and host about notebooks, kernels and code, a part of messages.ts. */
import * as z from "zod/mini";

const path = z.string().check(z.minLength(1));
const cell = z.object({
  index: z.number().check(z.gte(0), z.int()),
  id: z.optional(z.string()),
  /** As in the window. The cell doesn't run if the host has another source. */
  source: z.string(),
});

export const notebookRequests = {
  /** Runs code cells of an open notebook in order until one fails. Answered when they have finished. */
  "notebook.run": z.object({ path, cells: z.array(cell) }),
  /** Interrupts a notebook's kernel or, without a path, the workspace kernel. */
  "kernel.interrupt": z.object({ path: z.optional(path) }),
  /** Restarts it, which clears all variables. */
  "kernel.restart": z.object({ path: z.optional(path) }),

  /** The user's decision on running code. */
  "code.decide": z.object({ run: z.string(), answer: z.enum(["once", "always", "never"]) }),
  /** Revokes the permission to run code in this workspace without asking. */
  "code.ask-again": z.object({}),
} as const;

/** `failed`: a cell raised an exception, so the following cells didn't run. `stopped`: the user interrupted it. */
export type RunStatus = "done" | "failed" | "stopped";

export interface NotebookResults {
  "notebook.run": { readonly status: RunStatus };
}

/** A cell that is running or queued. */
export interface KernelCell {
  readonly index: number;
  /** Missing in notebooks without cell ids. */
  readonly id?: string;
  readonly isRunning: boolean;
}

export interface KernelFacts {
  /** The notebook. Missing for the workspace kernel. */
  readonly path?: string;
  readonly status: "not started" | "starting" | "idle" | "busy" | "restarting" | "closed";
  readonly cells: readonly KernelCell[];
  /** Why the last run couldn't finish, for the user. */
  readonly problem?: string;
}

/** The model's part about code. */
export interface CodeModel {
  /** Code that needs the user's permission. */
  readonly codeToRun: readonly { readonly run: string; readonly code: string }[];
  /** Code in this workspace runs without asking. */
  readonly isCodeAllowed: boolean;
  /** The kernels used so far. Undefined if code can't run. */
  readonly kernels?: readonly KernelFacts[];
}
