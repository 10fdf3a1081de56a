/** A row of the table of editors: how an editor is launched, and what a scenario does with it. */
import type { Hand } from "@tandem/conformance";

/** An editor that runs, with the hand of a person in it. */
export interface RunningRow {
  readonly hand: Hand;
  /** What `/ide` calls it. */
  readonly name: string;
  readonly port: number;
  readonly lockFile: string;
  /** How many clients listen to it now. */
  clients(): number | Promise<number>;
  /** What went over the wire, for when a scenario fails. */
  wireLog(): string;
  /** Allows the code that Claude wants to run, once it asks; resolves to the code as it was shown. */
  allowCode?(): Promise<string>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** What not every editor has. */
export type Ability = "diagnostics" | "code" | "windows";

export interface Row {
  readonly name: string;
  /** What it has of that, in this test: TypeScript's language server, a Python kernel, windows that it outlives. */
  readonly has?: readonly Ability[];
  launch(options: { readonly folder: string; readonly home: string }): Promise<RunningRow>;
}
