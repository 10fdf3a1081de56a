/** How sure a ratio of two small differences is: on a busy machine the noise is as large as what is measured. */
import { median, quantile } from "../statistics.mjs";

const resamples = 2000;

/** What the two cost more than with nobody listening in the same round: what slows a machine for a while slows all three. */
function costs(samples, rounds) {
  const more = (name) => median(rounds.map((round) => samples[name][round] - samples.nobody[round]));
  return { nobody: median(rounds.map((round) => samples.nobody[round])), empty: more("empty"), tandem: more("tandem") };
}

/**
 * The costs, and between which ratios the true one lies in 95 of 100 cases (bootstrap over the rounds). A floor that is
 * not above zero has no ratio: then the upper end is infinite.
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
