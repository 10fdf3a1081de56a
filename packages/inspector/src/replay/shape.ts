/**
 * Compares values by their shape: which members there are and of which type, not what is in them. Elements of an array
 * are taken together, so how many there are does not matter. Pure.
 */

type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

/** What was seen in one place, in one value or in several elements of an array. */
interface Shape {
  readonly kinds: Set<Kind>;
  /** How many objects were seen here: a member that not all of them have may be missing elsewhere too. */
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

function look(value: unknown, shape: Shape): Shape {
  shape.kinds.add(kindOf(value));
  if (Array.isArray(value)) {
    shape.items ??= emptyShape();
    for (const each of value) look(each, shape.items);
  } else if (typeof value === "object" && value !== null) {
    shape.objects++;
    for (const [key, inner] of Object.entries(value)) {
      const member = shape.members.get(key) ?? { shape: emptyShape(), seen: 0, example: inner };
      member.seen++;
      shape.members.set(key, member);
      look(inner, member.shape);
    }
  }
  return shape;
}

const maxExample = 60;

/** A value for a sentence: as JSON, cut where it is long. */
export function exampleOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxExample ? `${text.slice(0, maxExample).toWellFormed()}…` : text;
}

/** `result.tabs[].uri`, as it is written in JavaScript. */
export function memberOf(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

const article = (kind: Kind) => ({ null: "null", array: "an array", object: "an object" })[String(kind)] ?? `a ${kind}`;
const listKinds = (kinds: Iterable<Kind>) => [...kinds].map(article).join(" or ");

function* compare(before: Shape, now: Shape, path: string): Generator<string> {
  // Nothing seen, as in an empty array, says nothing.
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
 * What differs in shape, a sentence each, with the path of the member.
 *
 * @example
 * compareShapes({ a: 1, b: [] }, { a: "x", b: [2] }, "result"); // ["result.a was a number, is a string"]
 */
export function compareShapes(before: unknown, now: unknown, path: string): string[] {
  return [...compare(look(before, emptyShape()), look(now, emptyShape()), path)];
}
