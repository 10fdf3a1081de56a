/**
 * Measures how long the extension host takes to load and activate this extension, excluding the time that VS Code and
 * other extensions use in between. Must be imported first.
 */
interface Span {
  /** On the clock of `performance`. */
  readonly at: number;
  readonly cpu: NodeJS.CpuUsage;
}

function begin(): Span {
  return { at: performance.now(), cpu: process.cpuUsage() };
}

/** Elapsed time includes other processes, and CPU time includes other threads, so the smaller one is closer. */
function workSince({ at, cpu }: Span): number {
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(performance.now() - at, (user + system) / 1000);
}

const load = begin();
let loadMs = 0;

/** Call this when the bundle is loaded. */
export function loaded(): void {
  loadMs = workSince(load);
}

/** Call this when activation starts. The returned function returns the time for loading and activation in ms. */
export function startActivation(): () => number {
  const activation = begin();
  return () => loadMs + workSince(activation);
}
