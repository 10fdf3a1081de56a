/** Detects the indentation of a file. */
import { indentUnit } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";

/** Only the start of a file is examined. */
const examinedCharacters = 20_000;

/** Returns one level of indentation: a tab, or a number of spaces. */
export function indentUnitOf(text: string): string {
  const counts = new Map<number, number>();
  let tabs = 0;
  for (const line of text.slice(0, examinedCharacters).split("\n")) {
    if (line.startsWith("\t")) tabs++;
    const spaces = /^ +(?=\S)(?!\*)/.exec(line)?.[0].length ?? 0;
    if (spaces >= 2) counts.set(spaces, (counts.get(spaces) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (tabs > total) return "\t";
  // The widest step that fits nearly all lines. A few others are allowed, such as aligned arguments.
  const fits = (step: number) => [...counts].reduce((sum, [spaces, n]) => sum + (spaces % step === 0 ? n : 0), 0);
  const step = [8, 4, 2, 3].find((each) => total > 0 && fits(each) >= total * 0.9) ?? 2;
  return " ".repeat(step);
}

/** Makes an editor indent like this text. */
export function indentationOf(text: string): Extension {
  const unit = indentUnitOf(text);
  return [indentUnit.of(unit), EditorState.tabSize.of(unit === "\t" ? 4 : unit.length)];
}
