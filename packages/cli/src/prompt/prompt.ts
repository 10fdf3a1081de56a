/** Lines in, words out, so that an announcement does not tear apart what is being typed. */
import { clearScreenDown, createInterface, cursorTo } from "node:readline";
import type { Output } from "../output.js";
import { isInForeground } from "./foreground.js";

export interface Prompt {
  say(lines: readonly string[]): void;
  close(): void;
}

export interface PromptOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: Output;
  /** False: lines are read, but nothing is shown for them. */
  readonly showsPrompt: boolean;
  readonly onLine: (line: string) => void;
  /** Nothing more comes. */
  readonly onEnd: () => void;
  readonly onInterrupt: () => void;
  readonly complete: (line: string) => [string[], string];
}

/** A prompt at a terminal; from a pipe or a file just its lines. */
export function openPrompt(options: PromptOptions): Prompt {
  const { input, output, onLine, onEnd } = options;
  const print = (lines: readonly string[]) => {
    for (const line of lines) output.line(line);
  };
  if (input.isTTY && !isInForeground()) return { say: print, close: () => {} };

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
  reader.on("line", (line) => {
    onLine(line);
    ask();
  });
  // In raw mode Ctrl-C is a key and no signal.
  reader.on("SIGINT", options.onInterrupt);
  // After Ctrl-Z and fg the reader has paused itself; asking makes it read again.
  reader.on("SIGCONT", ask);
  reader.on("close", () => {
    if (isClosed) return;
    isClosed = true;
    if (isInteractive) output.line();
    onEnd();
  });
  return {
    say(lines) {
      if (isInteractive && !isClosed) {
        cursorTo(output.stream, 0);
        clearScreenDown(output.stream);
      }
      print(lines);
      ask();
    },
    close() {
      const wasOpen = !isClosed;
      isClosed = true;
      reader.close();
      if (isInteractive && wasOpen) output.line();
    },
  };
}
