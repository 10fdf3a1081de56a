export interface FileTimes {
  readonly project: string;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly cpuMs: number;
}
export const budgets: Readonly<Record<string, number>>;
export const laterBudgets: Readonly<Record<string, number>>;
export function startTimes(): { TANDEM_TIMES_FILE: string };
export function readTimes(): FileTimes[];
export function timeLines(times: readonly FileTimes[], started?: number): string[];
