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
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface Row {
  readonly name: string;
  launch(options: { readonly folder: string; readonly home: string }): Promise<RunningRow>;
}
