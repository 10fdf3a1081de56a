/** Figures are ratios within one run, because machines differ. */

/** The value below which a share `p` of the samples lies. */
export function quantile(samples, p) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
}

export const median = (samples) => quantile(samples, 0.5);

export const mean = (samples) => samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
