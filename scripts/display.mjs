/**
 * Says what is going on: one line for each step, and movement for the long ones. On a terminal that is a spinner with
 * the elapsed time; elsewhere (a log) a plain line every ten seconds.
 * Written by hand because it runs before any package is installed.
 */

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const eraseLine = "\r\u001b[2K";
const logEveryMs = 10_000;

/**
 * @param {number} ms
 * @returns {string} `0.4 s`, `75.2 s`
 */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/**
 * @param {NodeJS.WriteStream} stream where the lines go: standard output for the tests, standard error for a program
 *   whose output belongs to its user.
 */
export function createDisplay(stream) {
  const line = (text = "") => void stream.write(`${text}\n`);

  /**
   * Runs one step, with a line when it starts to be long and one when it ends.
   *
   * @template T
   * @param {string} title
   * @param {(report: (detail: string) => void) => Promise<T>} work gets a function that says how far it is
   * @param {{ quietBelowMs?: number }} [options] a step that succeeds sooner than that leaves no line
   * @returns {Promise<T>} what `work` gave; what it throws is thrown on
   */
  async function step(title, work, { quietBelowMs = 0 } = {}) {
    const started = Date.now();
    let detail = "";
    const elapsed = () => Date.now() - started;
    const now = () => `${title}${detail === "" ? "" : `: ${detail}`} (${Math.round(elapsed() / 1000)} s)`;
    let frame = 0;
    const timer = stream.isTTY
      ? setInterval(() => {
          if (elapsed() > 300) stream.write(`${eraseLine}${frames[frame++ % frames.length]} ${now()}`);
        }, 100)
      : setInterval(() => line(`… ${now()}`), logEveryMs);
    const end = (mark) => {
      clearInterval(timer);
      if (stream.isTTY) stream.write(eraseLine);
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
