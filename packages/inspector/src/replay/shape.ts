/**
 * Compares values by shape: their members and types, not their content. The elements of an array are combined, so their
 * number doesn't matter.
 */

type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

/** The combined shape of one or several values. */
interface Shape {
  readonly kinds: Set<Kind>;
  /** How many objects were combined. A member that some of them lack is optional. */
  objects: number;
  readonly members: Map<string, { readonly shape: Shape; seen: number; readonly example: unknown }>;
  items: Shape | undefined;
}

const emptyShape = (): Shape => ({ kinds: new Set(), objects: 0, members: new Map(), items: undefined });

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

function addTo(shape: Shape, value: unknown): Shape {
  shape.kinds.add(kindOf(value));
  if (Array.isArray(value)) {
    shape.items ??= emptyShape();
    for (const each of value) addTo(shape.items, each);
  } else if (typeof value === "object" && value !== null) {
    shape.objects++;
    for (const [key, inner] of Object.entries(value)) {
      const member = shape.members.get(key) ?? { shape: emptyShape(), seen: 0, example: inner };
      member.seen++;
      shape.members.set(key, member);
      addTo(member.shape, inner);
    }
  }
  return shape;
}

const maxExample = 60;

/** Returns a value as JSON, cut if it's long. */
export function exampleOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxExample ? `${text.slice(0, maxExample).toWellFormed()}…` : text;
}

/** Returns a path such as `result.tabs[].uri`. */
export function memberOf(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

const article = (kind: Kind) => ({ null: "null", array: "an array", object: "an object" })[String(kind)] ?? `a ${kind}`;
const listKinds = (kinds: Iterable<Kind>) => [...kinds].map(article).join(" or ");

function* compare(before: Shape, now: Shape, path: string): Generator<string> {
  // Empty arrays have no elements to compare.
  if (before.kinds.size === 0 || now.kinds.size === 0) return;
  const others = [...now.kinds].filter((kind) => !before.kinds.has(kind));
  if (others.length > 0) yield `${path || "it"} was ${listKinds(before.kinds)}, is ${listKinds(others)}`;
  if (before.objects > 0 && now.objects > 0) {
    for (const [key, { shape, example }] of now.members) {
      const earlier = before.members.get(key);
      if (earlier) yield* compare(earlier.shape, shape, memberOf(path, key));
      else yield `${memberOf(path, key)} is new: ${exampleOf(example)}`;
    }
    for (const [key, { seen, example }] of before.members)
      if (!now.members.has(key) && seen === before.objects)
        yield `${memberOf(path, key)} is gone, was ${exampleOf(example)}`;
  }
  if (before.items && now.items) yield* compare(before.items, now.items, `${path}[]`);
}

/**
 * Returns the differences in shape, with the path of each member.
 *
 * @example
 * compareShapes({ a: 1, b: [] }, { a: "x", b: [2] }, "result"); // ["result.a was a number, is a string"]
 */
export function compareShapes(before: unknown, now: unknown, path: string): string[] {
  return [...compare(addTo(emptyShape(), before), addTo(emptyShape(), now), path)];
}
