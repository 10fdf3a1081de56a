/** A line on the terminal that is overwritten again and again. Shows nothing in a pipe or a file. */
import type { Output } from "./output.js";
import { cutTo } from "./table.js";

const clearLine = "\r\u001b[K";

export class ProgressLine {
  protected readonly output: Output;

  constructor(output: Output) {
    this.output = output;
  }

  show(text: string): void {
    const { isTerminal, columns } = this.output;
    if (isTerminal) this.output.write(clearLine + cutTo(text, columns - 1, "end"));
  }

  clear(): void {
    if (this.output.isTerminal) this.output.write(clearLine);
  }
}
