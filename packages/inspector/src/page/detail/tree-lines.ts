/** Formats a JSON value as the lines of a foldable tree. */

export type LineKind = "object" | "array" | "string" | "number" | "boolean" | "null" | "more";

export interface TreeLine {
  /** The JSON pointer of the value. */
  readonly path: string;
  readonly depth: number;
  /** Undefined at the root. */
  readonly key: string | undefined;
  readonly kind: LineKind;
  /** The value, or a summary of an object or array. */
  readonly text: string;
  /** Undefined if there is nothing to fold. */
  readonly isOpen: boolean | undefined;
}

/** The user's changes to the default folding. */
export interface Folding {
  readonly isOpen: ReadonlyMap<string, boolean>;
  /** How many members are shown of large objects and arrays. */
  readonly shown: ReadonlyMap<string, number>;
}

export const noFolding: Folding = { isOpen: new Map(), shown: new Map() };

/** How many members are shown at first. */
export const membersAtOnce = 100;
/** Longer strings, and strings with several lines, are folded. */
const longString = 160;
/** The maximum length of a string in a summary. */
const shortString = 60;
const opensBelow = 3;
const opensUpTo = 20;

const pointerOf = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

function membersOf(value: object): readonly (readonly [string, unknown])[] {
  return Array.isArray(value) ? value.map((each, index) => [String(index), each] as const) : Object.entries(value);
}

/** Summarizes an object or array. A folded object shows its first string, which is often its name. */
function summaryOf(value: object, members: readonly (readonly [string, unknown])[], isOpen: boolean): string {
  const count = members.length;
  if (Array.isArray(value)) return `[ ${count} element${count === 1 ? "" : "s"} ]`;
  const [key, text] = (isOpen ? undefined : members.find(([, member]) => typeof member === "string")) ?? [];
  if (typeof text !== "string") return `{ ${count} member${count === 1 ? "" : "s"} }`;
  const short = JSON.stringify(text.length > shortString ? `${text.slice(0, shortString)}…` : text);
  return `{ ${key}: ${short}${count > 1 ? `, ${count - 1} more` : ""} }`;
}

/**
 * Returns the visible lines of a value.
 *
 * @example
 * linesOf({ a: 1 }).map(({ key, text }) => [key, text]); // [[undefined, "{ 1 member }"], ["a", "1"]]
 */
export function linesOf(value: unknown, folding: Folding = noFolding): TreeLine[] {
  const lines: TreeLine[] = [];
  addLines(lines, value, undefined, "", 0, folding);
  return lines;
}

function addLines(
  lines: TreeLine[],
  value: unknown,
  key: string | undefined,
  path: string,
  depth: number,
  folding: Folding,
): void {
  if (typeof value !== "object" || value === null) {
    lines.push({ path, depth, key, ...scalarLine(value, folding.isOpen.get(path) ?? false) });
    return;
  }
  const members = membersOf(value);
  const count = members.length;
  const opensByDefault = depth === 0 || (depth < opensBelow && count <= opensUpTo);
  const isOpen = count === 0 ? undefined : (folding.isOpen.get(path) ?? opensByDefault);
  const kind = Array.isArray(value) ? "array" : "object";
  lines.push({ path, depth, key, kind, text: summaryOf(value, members, isOpen ?? false), isOpen });
  if (!isOpen) return;
  const shown = folding.shown.get(path) ?? membersAtOnce;
  for (const [name, member] of members.slice(0, shown))
    addLines(lines, member, name, `${path}/${pointerOf(name)}`, depth + 1, folding);
  if (count > shown)
    lines.push({
      path: `${path}/ more`,
      depth: depth + 1,
      key: undefined,
      kind: "more",
      text: `${count - shown} more`,
      isOpen: undefined,
    });
}

function scalarLine(value: unknown, isOpen: boolean): Pick<TreeLine, "kind" | "text" | "isOpen"> {
  if (typeof value === "string") {
    if (value.length <= longString && !value.includes("\n"))
      return { kind: "string", text: JSON.stringify(value), isOpen: undefined };
    return { kind: "string", text: isOpen ? value : `${JSON.stringify(value.slice(0, longString))} …`, isOpen };
  }
  if (typeof value === "number") return { kind: "number", text: String(value), isOpen: undefined };
  if (typeof value === "boolean") return { kind: "boolean", text: String(value), isOpen: undefined };
  return { kind: "null", text: String(value), isOpen: undefined };
}

/** Folds or unfolds a line, or shows more members. */
export function toggled(folding: Folding, line: TreeLine, isOpen = !line.isOpen): Folding {
  if (line.kind === "more") {
    const path = line.path.slice(0, -"/ more".length);
    const shown = (folding.shown.get(path) ?? membersAtOnce) + membersAtOnce * 5;
    return { ...folding, shown: new Map([...folding.shown, [path, shown]]) };
  }
  if (line.isOpen === undefined) return folding;
  return { ...folding, isOpen: new Map([...folding.isOpen, [line.path, isOpen]]) };
}

/** The index of the line that a key selects or folds. */
export type KeyEffect = { readonly go: number } | { readonly toggle: number } | undefined;

export function afterKey(key: string, lines: readonly TreeLine[], at: number): KeyEffect {
  const line = lines[at];
  if (!line) return lines.length > 0 ? { go: 0 } : undefined;
  const within = (index: number) => ({ go: Math.min(lines.length - 1, Math.max(0, index)) });
  switch (key) {
    case "ArrowDown":
      return within(at + 1);
    case "ArrowUp":
      return within(at - 1);
    case "Home":
      return within(0);
    case "End":
      return within(lines.length - 1);
    case "ArrowRight":
      if (line.isOpen === false) return { toggle: at };
      return line.isOpen ? within(at + 1) : undefined;
    case "ArrowLeft": {
      if (line.isOpen) return { toggle: at };
      const parent = lines.slice(0, at).findLastIndex(({ depth }) => depth < line.depth);
      return parent < 0 ? undefined : { go: parent };
    }
    case "Enter":
    case " ":
      return line.isOpen !== undefined || line.kind === "more" ? { toggle: at } : undefined;
    default:
      return undefined;
  }
}
