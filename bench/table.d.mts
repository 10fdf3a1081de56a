/** What was measured once; `limits.mjs` says what it has to keep, by its id. */
export interface Row {
  readonly id: string;
  readonly subject: string;
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor?: number;
  readonly floorIs?: string;
  readonly alternative?: number;
  readonly alternativeIs?: string;
  /** Between which ratios the true one lies, where that was found out. */
  readonly low?: number;
  readonly high?: number;
}
export interface Limit {
  readonly ratio?: number;
  readonly leastRatio?: number;
  readonly value?: number;
}
export function inUnit(value: number | undefined, unit: string): string;
export function ratioOf(row: Row): number | undefined;
export function verdictOf(row: Row, limit?: Limit): "holds" | "missed" | "unsure" | "none";
export function limitInWords(row: Row, limit?: Limit): string;
export function rowForTerminal(row: Row): string;
export function markdownTables(rows: readonly Row[], subjects: readonly { name: string; title: string }[]): string;
export function summary(rows: readonly Row[]): { lines: string[]; exitCode: number };
