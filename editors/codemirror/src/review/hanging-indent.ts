/** Indents the further rows of a wrapped line, so that they don't look like lines. */
import { countColumn, type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** A larger indentation would leave too little width. */
const maxColumns = 24;
const extra = 2;

/** The rules for `hangingClass`, because a class works where a policy forbids style attributes. */
export const hangingRules = Object.fromEntries(
  Array.from({ length: maxColumns + extra + 1 }, (_, columns) => [
    `.tandem-hang-${columns}`,
    { paddingLeft: `calc(6px + ${columns}ch) !important`, textIndent: `-${columns}ch` },
  ]),
);

/** Returns the class for a line with this text. */
export function hangingClass(text: string, tabSize: number): string {
  const [indentation = ""] = /^[ \t]*/.exec(text.slice(0, maxColumns)) ?? [];
  const columns = Math.min(countColumn(indentation, tabSize), maxColumns);
  // Tabs keep their width only if the first row is moved by whole tabs.
  const hanging = indentation.includes("\t") ? columns - (columns % tabSize) : columns + extra;
  return `tandem-hang-${hanging}`;
}

function draw(view: EditorView): DecorationSet {
  if (!view.lineWrapping) return Decoration.none;
  const { doc, tabSize } = view.state;
  const builder = new RangeSetBuilder<Decoration>();
  for (const range of view.visibleRanges)
    for (let { from } = doc.lineAt(range.from); from <= range.to; ) {
      const line = doc.lineAt(from);
      builder.add(line.from, line.from, Decoration.line({ class: hangingClass(line.text, tabSize) }));
      from = line.to + 1;
    }
  return builder.finish();
}

export const hangingIndent: Extension = ViewPlugin.define(
  (view) => ({
    lines: draw(view),
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || update.geometryChanged) this.lines = draw(update.view);
    },
  }),
  { decorations: ({ lines }) => lines },
);
