/** A simple linter for invalid JSON and unmatched brackets. */
import { syntaxTree } from "@codemirror/language";
import { type Diagnostic, linter, lintGutter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";

const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const openers = new Set(Object.values(pairs));

/** Reports the error of JSON.parse, whose message usually includes the offset. */
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

/** Brackets in strings and comments don't count, if the language is known. */
function isCode(view: EditorView, offset: number): boolean {
  const { name } = syntaxTree(view.state).resolveInner(offset, 1);
  return !/string|comment|regexp|template/i.test(name);
}

function lintBrackets(view: EditorView): Diagnostic[] {
  const text = view.state.doc.toString();
  const open: { readonly bracket: string; readonly at: number }[] = [];
  const found: Diagnostic[] = [];
  const add = (at: number, message: string) =>
    found.push({ from: at, to: at + 1, severity: "error", source: "brackets", message });
  for (const { 0: bracket, index: at } of text.matchAll(/[()[\]{}]/g)) {
    if (!isCode(view, at)) continue;
    if (openers.has(bracket)) open.push({ bracket, at });
    else if (open.at(-1)?.bracket === pairs[bracket]) open.pop();
    else add(at, `Unmatched "${bracket}"`);
  }
  for (const { bracket, at } of open) add(at, `Unclosed "${bracket}"`);
  return found.sort((a, b) => a.from - b.from);
}

/** The language may load after the text. */
function needsRefresh({ state, startState }: ViewUpdate): boolean {
  return syntaxTree(state) !== syntaxTree(startState);
}

export function lintFor(path: string): Extension {
  if (/\.json$/.test(path)) return [linter(lintJson), lintGutter()];
  if (/\.[cm]?[jt]sx?$/.test(path)) return [linter(lintBrackets, { needsRefresh }), lintGutter()];
  return [];
}
