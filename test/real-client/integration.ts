/** An editor integration under test: how to launch the editor, and what scenarios need from it. */
import type { Driver } from "@tandem-ide/conformance";

/** A running editor, with a driver that acts as the user. */
export interface RunningIntegration {
  readonly driver: Driver;
  /** Its name in `/ide`. */
  readonly name: string;
  readonly port: number;
  readonly lockFile: string;
  /** Returns the number of connected clients. */
  clients(): number | Promise<number>;
  /** Returns the messages on the wire, for failed scenarios. */
  wireLog(): string;
  /** Allows the code that Claude wants to run, once it asks. Resolves to the code as shown. */
  allowCode?(): Promise<string>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** A feature that not every editor has. */
export type Ability = "diagnostics" | "code" | "windows";

export interface Integration {
  readonly name: string;
  /** Its features in this test: TypeScript's language server, a Python kernel, windows that can be reopened. */
  readonly has?: readonly Ability[];
  launch(options: {
    readonly folder: string;
    readonly home: string;
    /** The temporary directory. Default: one that no client needs. */
    readonly tmp?: string;
  }): Promise<RunningIntegration>;
}
