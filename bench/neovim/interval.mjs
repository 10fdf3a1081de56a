/** The confidence interval of a ratio of two small differences, because on a busy machine the noise is as large as they are. */
import { median, quantile } from "../statistics.mjs";

const resamples = 2000;

/**
 * Returns both costs minus the cost without listeners in the same round, because other load slows down all three alike.
 */
function costs(samples, rounds) {
  const more = (name) => median(rounds.map((round) => samples[name][round] - samples.nobody[round]));
  return { nobody: median(rounds.map((round) => samples.nobody[round])), empty: more("empty"), tandem: more("tandem") };
}

/**
 * Returns the costs and the 95 % confidence interval of their ratio (bootstrap over the rounds). If the floor isn't above
 * zero, the upper end is infinite.
 */
export function estimate(samples) {
  const count = samples.nobody.length;
  const all = Array.from({ length: count }, (_, round) => round);
  const ratios = Array.from({ length: resamples }, () => {
    const { empty, tandem } = costs(
      samples,
      all.map(() => Math.floor(Math.random() * count)),
    );
    return empty > 0 ? tandem / empty : Number.POSITIVE_INFINITY;
  });
  return { ...costs(samples, all), low: quantile(ratios, 0.025), high: quantile(ratios, 0.975) };
}
