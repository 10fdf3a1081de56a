import type { Limit } from "./table.mjs";
export const subjects: readonly { name: string; title: string; isPinned: boolean }[];
export const limits: Readonly<Record<string, Limit>>;
