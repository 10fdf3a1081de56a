import type { Row } from "./table.mjs";
export function merge(kept: readonly Row[], measured: readonly Row[]): Row[];
export function redraw(text: string, name: string, content: string): string;
export function drawn(rows: readonly Row[]): { name: string; title: string; rows: Row[] }[];
export function keepResults(measured: readonly Row[], now?: Date): void;
