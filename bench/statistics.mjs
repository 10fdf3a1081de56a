/** Statistics of samples. Figures are compared within one run, because machines differ. */

/** Returns the quantile `p` of the samples. */
export function quantile(samples, p) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
}

export const median = (samples) => quantile(samples, 0.5);

export const mean = (samples) => samples.reduce((sum, sample) => sum + sample, 0) / samples.length;

/**
 * Returns the exponent with which `ys` grow with `xs`: 1 is linear, 2 is quadratic. It is the slope of the regression
 * line through their logarithms.
 */
export function growth(xs, ys) {
  const [logX, logY] = [xs.map(Math.log), ys.map(Math.log)];
  const [meanX, meanY] = [mean(logX), mean(logY)];
  const covariance = logX.reduce((sum, x, i) => sum + (x - meanX) * (logY[i] - meanY), 0);
  return covariance / logX.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
}

/**
 * Alternates between all contenders, so that other load on the machine affects them equally. Each returns one sample or
 * several. Returns the samples by name.
 *
 * @param {Record<string, () => Promise<number | number[]>>} contenders
 */
export async function takeTurns(contenders, { rounds, warm = 1 }) {
  const names = Object.keys(contenders);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warm; round < rounds; round++)
    for (const name of names) {
      const sample = await contenders[name]();
      // The first rounds run code that isn't compiled yet.
      if (round >= 0) samples[name].push(...(Array.isArray(sample) ? sample : [sample]));
    }
  return samples;
}

/** Measures the duration of the work in milliseconds. */
export async function timed(work) {
  const before = performance.now();
  await work();
  return performance.now() - before;
}
