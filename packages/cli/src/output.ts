/** Where words go: a stream, and what it can show. */
import type { Writable } from "node:stream";
import type { Environment } from "@tandem/base";
import { createColors } from "picocolors";

export type Colors = ReturnType<typeof createColors>;

/** The part of a stream that says what is at its end; a file or a pipe has none of it. */
interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Longer lines are hard to read, however wide the window is. */
const maxColumns = 120;

export class Output {
  readonly stream: Writable & Screen;
  readonly isTerminal: boolean;
  /** Colours on a terminal, unless NO_COLOR is set (no-color.org) or the terminal knows none. */
  readonly colors: Colors;

  constructor(stream: Writable & Screen, env: Environment) {
    this.stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.colors = createColors(this.isTerminal && !env.NO_COLOR && env.TERM !== "dumb");
  }

  /** How wide lines may be: 80 where nobody knows. */
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

  /** Resolves when everything written so far has been handed to the system, or cannot be. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.stream.destroyed) resolve();
      else this.stream.write("", () => resolve());
    });
  }
}
