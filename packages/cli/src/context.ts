/** Passed to every command, so that commands don't use `process` directly. */
import type { Environment } from "@tandem-ide/base";
import type { Life } from "./lifecycle.js";
import type { Output } from "./output.js";

export interface Context {
  readonly input: NodeJS.ReadStream;
  /** For results. With `--json`, only for JSON. */
  readonly out: Output;
  /** For all other messages. */
  readonly err: Output;
  readonly env: Environment;
  readonly cwd: string;
  readonly version: string;
  readonly lifecycle: Life;
  /** Sets the exit code of the process. */
  exitWith(code: number): void;
}
