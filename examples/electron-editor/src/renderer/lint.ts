/** A linter that needs nothing: JSON that does not parse, and brackets that do not match. */
import { syntaxTree } from "@codemirror/language";
import { type Diagnostic, linter, lintGutter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";

const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const openers = new Set(Object.values(pairs));

/** The words are those of JSON.parse, which names the place by its offset in most cases. */
function lintJson(view: EditorView): Diagnostic[] {
  const text = view.state.doc.toString();
  try {
    if (text.trim() !== "") JSON.parse(text);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Math.min(Number(/position (\d+)/.exec(message)?.[1] ?? text.length), text.length);
    return [{ from: Math.max(0, at - 1), to: at, severity: "error", source: "json", message }];
  }
}

/** Brackets in strings and comments do not count, so far as the language is known. */
function isCode(view: EditorView, offset: number): boolean {
  const { name } = syntaxTree(view.state).resolveInner(offset, 1);
  return !/string|comment|regexp|template/i.test(name);
}

function lintBrackets(view: EditorView): Diagnostic[] {
  const text = view.state.doc.toString();
  const open: { readonly sign: string; readonly at: number }[] = [];
  const found: Diagnostic[] = [];
  const add = (at: number, message: string) =>
    found.push({ from: at, to: at + 1, severity: "error", source: "brackets", message });
  for (const { 0: sign, index: at } of text.matchAll(/[()[\]{}]/g)) {
    if (!isCode(view, at)) continue;
    if (openers.has(sign)) open.push({ sign, at });
    else if (open.at(-1)?.sign === pairs[sign]) open.pop();
    else add(at, `"${sign}" closes nothing`);
  }
  for (const { sign, at } of open) add(at, `"${sign}" is never closed`);
  return found.sort((a, b) => a.from - b.from);
}

/** The language may be known only a while after the text. */
function needsRefresh({ state, startState }: ViewUpdate): boolean {
  return syntaxTree(state) !== syntaxTree(startState);
}

/** The linter for a file, by its name. */
export function lintFor(path: string): Extension {
  if (/\.json$/.test(path)) return [linter(lintJson), lintGutter()];
  if (/\.[cm]?[jt]sx?$/.test(path)) return [linter(lintBrackets, { needsRefresh }), lintGutter()];
  return [];
}
