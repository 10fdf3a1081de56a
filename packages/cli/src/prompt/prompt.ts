/** Reads lines and prints messages without breaking up the line that the user is typing. */
import { clearScreenDown, createInterface, cursorTo } from "node:readline";
import type { Context } from "../context.js";
import { exitCodeOfSignal } from "../exit-codes.js";
import type { Output } from "../output.js";
import { isInForeground } from "./foreground.js";

export interface Prompt {
  say(lines: readonly string[]): void;
}

export interface PromptOptions {
  readonly output: Output;
  /** False: read lines without showing a prompt. */
  readonly showsPrompt: boolean;
  /** Called as soon as a line is entered, possibly while another is still running. */
  readonly atEntry?: (line: string) => string;
  /** Runs a line and returns the lines to print. Lines run one after another. */
  readonly run: (line: string) => Promise<readonly string[]>;
  /** Called on Ctrl-D. */
  readonly quit: () => void;
  readonly complete: (line: string) => [string[], string];
}

/** Opens a prompt at a terminal, or reads lines from a pipe or a file. It closes with the command. */
export function openPrompt(options: PromptOptions, { input, lifecycle }: Context): Prompt {
  const { output } = options;
  const print = (lines: readonly string[]) => {
    for (const line of lines) output.line(line);
  };
  if (input.isTTY && !isInForeground()) return { say: print };

  const isInteractive = options.showsPrompt && input.isTTY === true && output.isTerminal;
  const reader = createInterface({
    input,
    ...(isInteractive && { output: output.stream, completer: options.complete }),
    terminal: isInteractive,
    prompt: "tandem> ",
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let isClosed = false;
  const ask = () => {
    if (isInteractive && !isClosed) reader.prompt(true);
  };
  const say = (lines: readonly string[]) => {
    if (isInteractive && !isClosed) {
      cursorTo(output.stream, 0);
      clearScreenDown(output.stream);
    }
    print(lines);
    ask();
  };
  let lastLine: Promise<void> = Promise.resolve();
  reader.on("line", (line) => {
    const entered = options.atEntry?.(line) ?? line;
    lastLine = lastLine.then(async () => say(await options.run(entered)));
    ask();
  });
  // In raw mode Ctrl-C is a key, not a signal.
  reader.on("SIGINT", () => lifecycle.end(exitCodeOfSignal("SIGINT")));
  // After Ctrl-Z and fg the reader is paused. Asking makes it read again.
  reader.on("SIGCONT", ask);
  reader.on("close", () => {
    if (isClosed) return;
    isClosed = true;
    if (isInteractive) output.line();
    // Ctrl-D quits, but the end of a service manager's empty input doesn't.
    if (input.isTTY) options.quit();
  });
  lifecycle.defer(() => {
    const wasOpen = !isClosed;
    isClosed = true;
    reader.close();
    if (isInteractive && wasOpen) output.line();
  });
  ask();
  return { say };
}
