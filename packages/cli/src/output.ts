/** An output stream and its terminal's features. */
import type { Writable } from "node:stream";
import type { Environment } from "@tandem-ide/base";
import { createColors } from "picocolors";

export type Colors = ReturnType<typeof createColors>;

/** Set if the stream is a terminal. */
interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Longer lines are hard to read. */
const maxColumns = 120;

export class Output {
  readonly stream: Writable & Screen;
  readonly isTerminal: boolean;
  /** Colors on a terminal, unless NO_COLOR is set (no-color.org) or the terminal doesn't support them. */
  readonly colors: Colors;

  constructor(stream: Writable & Screen, env: Environment) {
    this.stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.colors = createColors(this.isTerminal && !env.NO_COLOR && env.TERM !== "dumb");
  }

  /** The maximum line width: 80 if unknown. */
  get columns(): number {
    return Math.min(this.stream.columns || 80, maxColumns);
  }

  write(text: string): void {
    this.stream.write(text);
  }

  line(text = ""): void {
    this.write(`${text}\n`);
  }

  json(value: unknown): void {
    this.line(JSON.stringify(value));
  }

  /** Resolves when everything written so far has been passed to the system, or the stream is closed. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.stream.destroyed) resolve();
      else this.stream.write("", () => resolve());
    });
  }
}
