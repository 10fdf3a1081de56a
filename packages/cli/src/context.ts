/** What every command is given, so that none reaches for the process itself. */
import type { Environment } from "@tandem/base";
import type { Life } from "./lifecycle.js";
import type { Output } from "./output.js";

export interface Context {
  readonly input: NodeJS.ReadStream;
  /** For what was asked for; with `--json`, for nothing but JSON. */
  readonly out: Output;
  /** For words beside it. */
  readonly err: Output;
  readonly env: Environment;
  readonly cwd: string;
  readonly version: string;
  readonly lifecycle: Life;
  /** Says with which code the process will exit. */
  exitWith(code: number): void;
}
