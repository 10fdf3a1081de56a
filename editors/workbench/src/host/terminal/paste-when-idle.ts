/** Puts a text into Claude Code's prompt in a terminal, unsent, once it waits for one. */
import type { Clock } from "@tandem-ide/base";
import { asPaste, hasIdlePrompt } from "@tandem-ide/base/review";
import type { Terminal as Screen } from "@xterm/headless";
import type { Terminal } from "./terminal.js";

/** How long to wait for the prompt: the client ends its turn after a rejection. */
const waitMs = 3_000;
/** How long the prompt must be there unchanged, because a client may show it for a moment between two questions. */
const calmMs = 250;

/**
 * Resolves to true once the text is in the prompt, and to false if there is no idle prompt within a few seconds or the
 * program ends.
 */
export async function pasteWhenIdle(terminal: Terminal, text: string, clock: Clock): Promise<boolean> {
  // Loaded for the first text.
  const { default: xterm } = await import("@xterm/headless");
  const followed = terminal.follow();
  if (!followed) return false;
  return await new Promise((resolve) => {
    let cancelCalm = () => {};
    let isOver = false;
    const finish = (isPasted: boolean) => {
      isOver = true;
      cancelCalm();
      cancelWait();
      stop();
      screen.dispose();
      resolve(isPasted);
    };
    const cancelWait = clock.after(waitMs, () => finish(false));
    const paste = () => {
      terminal.write(asPaste(text));
      finish(true);
    };
    const update = (data: string) => {
      cancelCalm();
      screen.write(data, () => {
        if (isOver) return;
        cancelCalm();
        if (isIdle(screen)) cancelCalm = clock.after(calmMs, paste);
      });
    };
    const { columns, rows, output } = followed;
    const screen = new xterm.Terminal({ cols: columns, rows, scrollback: 0, allowProposedApi: true });
    const stop = followed.listen(update, () => finish(false));
    update(output);
  });
}

/** Without bracketed paste, the text would be taken for keys. */
function isIdle(screen: Screen): boolean {
  return screen.modes.bracketedPasteMode && hasIdlePrompt(textOf(screen));
}

function textOf({ buffer: { active }, rows }: Screen): string {
  const lines = Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row));
  return lines.map((line) => line?.translateToString(true) ?? "").join("\n");
}
