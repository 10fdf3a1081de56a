import type { Limit, Row } from "./table.mjs";
export function limitValueOf(row: Row, limit?: Limit): number | undefined;
export function plot(title: string, rows: readonly Row[]): string;
