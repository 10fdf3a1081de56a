/**
 * Determines from the screen of a terminal whether Claude Code waits for a prompt. Only then may text be put there: a
 * permission menu takes single keys, so a text that begins with "1" would approve what it asks about.
 */

/** The lines above and below the input box, from the first column. */
const edge = /^─{8,}$/;
/** No text. A selection is shown in the box, but it is not text. */
const emptyBox = /^❯(\s+\[⧉ [^\]]*\])?$/;
/** What Claude Code writes below the box while it waits: a hint, or its mode. */
const waits = /\? for shortcuts|\(shift\+tab to cycle\)/;
/** What it writes above or below the box during a turn, such as "✻ Thinking…". */
const isRunning = /\besc to interrupt\b|^[^\w\s●⎿❯]\s.*…/;
/** What it writes in a menu. */
const isMenu = /❯|^\s*\d+\.|\b(esc|enter) to\b/i;

/** The hint and at most two notices. */
const maxLinesBelow = 3;
/** Where the state of a turn is written. */
const linesAbove = 4;

/**
 * Returns whether the screen shows Claude Code's empty input box and nothing else that takes keys. For a screen that it
 * doesn't know, it returns false. Lines are separated by line feeds and may end with spaces.
 *
 * @example
 * if (hasIdlePrompt(screen)) terminal.write(asPaste("Keep the tax."));
 */
export function hasIdlePrompt(screen: string): boolean {
  const lines = screen.split("\n").map((line) => line.trimEnd());
  const bottom = lines.findLastIndex((line) => edge.test(line));
  const top = bottom - 2;
  if (top < 0 || lines[top] !== lines[bottom] || !emptyBox.test(lines[top + 1] ?? "")) return false;
  const above = lines.slice(0, top).filter(Boolean).slice(-linesAbove);
  const below = lines.slice(bottom + 1).filter(Boolean);
  if (below.length > maxLinesBelow || !below.some((line) => waits.test(line))) return false;
  // The prompt of a shell, after Claude Code has exited, is not indented.
  if (below.some((line) => !line.startsWith("  ") || isMenu.test(line))) return false;
  return ![...above, ...below].some((line) => isRunning.test(line));
}
