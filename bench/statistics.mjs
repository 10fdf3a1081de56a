/** Figures are ratios within one run, because machines differ. */

/** The value below which a share `p` of the samples lies. */
export function quantile(samples, p) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
}

export const median = (samples) => quantile(samples, 0.5);

export const mean = (samples) => samples.reduce((sum, sample) => sum + sample, 0) / samples.length;

/**
 * By which power `ys` grow with `xs`: 1 is linear, 2 is quadratic. The slope of the line that fits their logarithms best.
 */
export function growth(xs, ys) {
  const [logX, logY] = [xs.map(Math.log), ys.map(Math.log)];
  const [meanX, meanY] = [mean(logX), mean(logY)];
  const together = logX.reduce((sum, x, i) => sum + (x - meanX) * (logY[i] - meanY), 0);
  return together / logX.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
}

/**
 * Rounds of all contenders take turns, so that whatever else the machine does falls on them alike. Each gives one sample
 * or several; the samples come back by name.
 *
 * @param {Record<string, () => Promise<number | number[]>>} contenders
 */
export async function takeTurns(contenders, { rounds, warm = 1 }) {
  const names = Object.keys(contenders);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warm; round < rounds; round++)
    for (const name of names) {
      const sample = await contenders[name]();
      // The first rounds run code that is not compiled yet.
      if (round >= 0) samples[name].push(...(Array.isArray(sample) ? sample : [sample]));
    }
  return samples;
}

/** How long the work takes, in milliseconds. */
export async function timed(work) {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
