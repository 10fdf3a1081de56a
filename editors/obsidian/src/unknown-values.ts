/** Looks into values whose types nobody tells: what Obsidian has inside and may change, and data that was read. */

/** A property of anything; undefined where there is none. */
export function propertyOf(value: unknown, name: string): unknown {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject && name in value ? Reflect.get(value, name) : undefined;
}

/** Calls a method of anything; undefined where there is none. */
export function callMethod(value: unknown, name: string, ...args: readonly unknown[]): unknown {
  const method = propertyOf(value, name);
  return typeof method === "function" ? Reflect.apply(method, value, args) : undefined;
}
