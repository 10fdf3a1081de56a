/** A measurement. `limits.mjs` has its limit, by id. */
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
  /** The confidence interval of the ratio, if known. */
  readonly low?: number;
  readonly high?: number;
}
export interface Limit {
  readonly ratio?: number;
  readonly minRatio?: number;
  readonly value?: number;
}
export function inUnit(value: number | undefined, unit: string): string;
export function ratioOf(row: Row): number | undefined;
export function resultOf(row: Row, limit?: Limit): "holds" | "missed" | "unsure" | "none";
export function limitText(row: Row, limit?: Limit): string;
export function rowForTerminal(row: Row): string;
export function markdownTables(rows: readonly Row[], subjects: readonly { name: string; title: string }[]): string;
export function summary(rows: readonly Row[]): { lines: string[]; exitCode: number };
