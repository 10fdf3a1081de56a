/** Indents as the file does already. */
import { indentUnit } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";

/** So many characters tell how a file is indented. */
const looked = 20_000;

/** What one step of indentation is in this text: a tab, or the smallest common number of spaces. */
export function indentUnitOf(text: string): string {
  const counts = new Map<number, number>();
  let tabs = 0;
  for (const line of text.slice(0, looked).split("\n")) {
    if (line.startsWith("\t")) tabs++;
    const spaces = /^ +(?=\S)(?!\*)/.exec(line)?.[0].length ?? 0;
    if (spaces >= 2) counts.set(spaces, (counts.get(spaces) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (tabs > total) return "\t";
  // The widest step that explains nearly all lines; a few stray ones, as in aligned arguments, do not count.
  const explains = (step: number) => [...counts].reduce((sum, [spaces, n]) => sum + (spaces % step === 0 ? n : 0), 0);
  const step = [8, 4, 2, 3].find((each) => total > 0 && explains(each) >= total * 0.9) ?? 2;
  return " ".repeat(step);
}

/** Makes an editor indent as this text does. */
export function indentationOf(text: string): Extension {
  const unit = indentUnitOf(text);
  return [indentUnit.of(unit), EditorState.tabSize.of(unit === "\t" ? 4 : unit.length)];
}
