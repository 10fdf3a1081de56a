/**
 * Prints progress: one line for each step. Long steps show a spinner with the elapsed time on a terminal, and elsewhere a
 * line every ten seconds. Steps may run at the same time. Written by hand because it runs before any package is installed.
 */

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const eraseLine = "\r\u001b[2K";
const logEveryMs = 10_000;
/** A shorter step shows no spinner. */
const spinAfterMs = 300;

/**
 * @param {number} ms
 * @returns {string} `0.4 s`, `75.2 s`
 */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/**
 * @param {NodeJS.WriteStream} stream standard output for tests, standard error for programs with output of their own
 */
export function createDisplay(stream) {
  /** The running steps. On a terminal they share one line. */
  const running = new Set();
  let frame = 0;
  let spinner;
  const line = (text = "") => void stream.write(`${stream.isTTY && running.size > 0 ? eraseLine : ""}${text}\n`);

  function spin() {
    const shown = [...running].filter(({ elapsed }) => elapsed() > spinAfterMs).map(({ now }) => now());
    if (shown.length === 0) return;
    // Only one line can be erased.
    const text = shown.join(" · ").slice(0, Math.max(20, (stream.columns ?? 80) - 3));
    stream.write(`${eraseLine}${frames[frame++ % frames.length]} ${text}`);
  }

  /**
   * Runs one step and prints its progress and result.
   *
   * @template T
   * @param {string} title
   * @param {(report: (detail: string) => void) => Promise<T>} work gets a function that reports progress
   * @param {{ quietBelowMs?: number }} [options] a step that succeeds faster than this prints no line
   * @returns {Promise<T>} the result of `work`
   */
  async function step(title, work, { quietBelowMs = 0 } = {}) {
    const started = Date.now();
    let detail = "";
    const elapsed = () => Date.now() - started;
    const now = () => `${title}${detail === "" ? "" : `: ${detail}`} (${Math.round(elapsed() / 1000)} s)`;
    const own = { elapsed, now };
    running.add(own);
    if (stream.isTTY) spinner ??= setInterval(spin, 100);
    const timer = stream.isTTY ? undefined : setInterval(() => line(`… ${now()}`), logEveryMs);
    const end = (mark) => {
      clearInterval(timer);
      if (stream.isTTY) stream.write(eraseLine);
      running.delete(own);
      if (running.size === 0) {
        clearInterval(spinner);
        spinner = undefined;
      }
      if (mark === "✗" || elapsed() >= quietBelowMs) line(`${mark} ${title} (${seconds(elapsed())})`);
    };
    try {
      const result = await work((text) => {
        detail = text;
      });
      end("✓");
      return result;
    } catch (error) {
      end("✗");
      throw error;
    }
  }

  return { line, step };
}
