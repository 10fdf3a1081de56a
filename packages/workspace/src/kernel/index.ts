/** Runs Python for `executeCode` and notebooks, on the user's Jupyter server. */

export type { Clock } from "@tandem-ide/base";
export type { CodeOutput } from "./answer.js";
export { KernelError, type KernelErrorCode } from "./errors.js";
export type { RunListener, RunResult } from "./execution.js";
export type { Kernel } from "./kernel.js";
export type { KernelStatus, RunOptions } from "./kernel-parts.js";
export { createKernels, type Kernels, type KernelsOptions } from "./kernels.js";
export type { KernelLog } from "./log.js";
export type {
  DisplayOutput,
  ErrorOutput,
  MimeBundle,
  NotebookOutput,
  ResultOutput,
  StreamName,
  StreamOutput,
  UnknownOutput,
} from "./nbformat.js";
export { Notebook, NotebookError } from "./notebook.js";
export type { CellType, NotebookCell } from "./notebook-cell.js";
export { type ExistingServer, type KernelSettings, parseServer, type ServerAddress } from "./settings.js";
