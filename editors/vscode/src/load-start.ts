/** When this bundle began to run: imported first, so that the work of the others counts. */
export interface LoadStart {
  /** On the clock of `performance`. */
  readonly at: number;
  readonly cpu: NodeJS.CpuUsage;
}

export const loadStart: LoadStart = { at: performance.now(), cpu: process.cpuUsage() };

/**
 * The work since then, in ms: it was no more than the time that has passed, of which a busy machine gives a part to others,
 * and no more than the processor's time for this process, which has other threads.
 */
export function workSince({ at, cpu }: LoadStart): number {
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(performance.now() - at, (user + system) / 1000);
}
