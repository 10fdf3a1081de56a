/**
 * How long the extension host works for this extension at its start: while the bundle is loaded, and while it is activated.
 * What VS Code and other extensions do in between is theirs. Imported first, so that loading the others counts.
 */
interface Span {
  /** On the clock of `performance`. */
  readonly at: number;
  readonly cpu: NodeJS.CpuUsage;
}

function begin(): Span {
  return { at: performance.now(), cpu: process.cpuUsage() };
}

/**
 * It was no more than the time that has passed, of which a busy machine gives a part to others, and no more than the
 * processor's time for this process, which has other threads.
 */
function workSince({ at, cpu }: Span): number {
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(performance.now() - at, (user + system) / 1000);
}

const load = begin();
let loadMs = 0;

/** Called when the bundle is loaded. */
export function loaded(): void {
  loadMs = workSince(load);
}

/** Called at the start of the activation; the result tells, at its end, what both have cost in ms. */
export function startActivation(): () => number {
  const activation = begin();
  return () => loadMs + workSince(activation);
}
