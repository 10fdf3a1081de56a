/** Compares values exactly and describes their differences. JSON inside a string is compared as a value. */
import { isRecord } from "@tandem-ide/base";
import { exampleOf, memberOf } from "./shape.js";

/** Parses a string if it's a JSON object or array. */
export function parseText(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function* compare(before: unknown, now: unknown, path: string): Generator<string> {
  if (Object.is(before, now)) return;
  if (typeof before === "string" && typeof now === "string") {
    const [earlier, later] = [parseText(before), parseText(now)];
    if (earlier && later) yield* compare(earlier, later, path);
    else yield `${path || "it"} was ${exampleOf(before)}, is ${exampleOf(now)}`;
  } else if (Array.isArray(before) && Array.isArray(now)) {
    if (before.length !== now.length) yield `${path} had ${before.length} elements, has ${now.length}`;
    for (let i = 0; i < Math.min(before.length, now.length); i++) yield* compare(before[i], now[i], `${path}[${i}]`);
  } else if (isRecord(before) && isRecord(now)) {
    const [earlier, later] = [new Map(Object.entries(before)), new Map(Object.entries(now))];
    for (const [key, value] of later)
      if (earlier.has(key)) yield* compare(earlier.get(key), value, memberOf(path, key));
      else yield `${memberOf(path, key)} is new: ${exampleOf(value)}`;
    for (const [key, value] of earlier)
      if (!later.has(key)) yield `${memberOf(path, key)} is gone, was ${exampleOf(value)}`;
  } else yield `${path || "it"} was ${exampleOf(before)}, is ${exampleOf(now)}`;
}

/**
 * Returns all differences.
 *
 * @example
 * compareExactly({ n: 1 }, { n: 2 }, "result"); // ["result.n was 1, is 2"]
 */
export function compareExactly(before: unknown, now: unknown, path: string): string[] {
  return [...compare(before, now, path)];
}
