/** Access to values without types: parsed data, and internals of Obsidian that may change. */

/** Returns a property of any value, or undefined. */
export function propertyOf(value: unknown, name: string): unknown {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject && name in value ? Reflect.get(value, name) : undefined;
}

/** Calls a method of any value, if it exists. */
export function callMethod(value: unknown, name: string, ...args: readonly unknown[]): unknown {
  const method = propertyOf(value, name);
  return typeof method === "function" ? Reflect.apply(method, value, args) : undefined;
}
