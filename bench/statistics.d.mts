export function quantile(samples: readonly number[], p: number): number;
export function median(samples: readonly number[]): number;
export function mean(samples: readonly number[]): number;
export function growth(xs: readonly number[], ys: readonly number[]): number;
export function takeTurns(
  contenders: Record<string, () => Promise<number | number[]>>,
  options: { rounds: number; warm?: number },
): Promise<Record<string, number[]>>;
export function timed(work: () => Promise<unknown>): Promise<number>;
