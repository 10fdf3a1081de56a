import type { Limit } from "./table.mjs";
export const limits: Readonly<Record<string, Limit>>;
