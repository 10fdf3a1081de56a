/** Formats tables. Libraries draw boxes, and truncate paths at the end, which is their most important part. */
import stringWidth from "string-width";

export interface Column {
  readonly title: string;
  /** Where to cut text that is too long. Without it the column keeps its full width. */
  readonly cut?: "start" | "end";
}

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const gap = "  ";
const ellipsis = "…";
const minWidth = 6;

/** Truncates text to a number of columns. Wide characters take two. */
export function cutTo(text: string, width: number, from: "start" | "end"): string {
  if (stringWidth(text) <= width) return text;
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  if (from === "start") graphemes.reverse();
  let kept: string[] = [];
  for (const grapheme of graphemes) {
    if (stringWidth([...kept, grapheme].join("")) > width - 1) break;
    kept.push(grapheme);
  }
  if (from === "end") return kept.join("") + ellipsis;
  kept = kept.reverse();
  return ellipsis + kept.join("");
}

function columnWidths(columns: readonly Column[], rows: readonly (readonly Cell[])[], total: number): number[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(stringWidth(title), ...rows.map((row) => stringWidth(row[index]?.text ?? ""))),
  );
  let excess = widths.reduce((sum, width) => sum + width, 0) + gap.length * (columns.length - 1) - total;
  while (excess > 0) {
    const candidates = widths.flatMap((width, index) =>
      columns[index]?.cut && width > Math.max(minWidth, stringWidth(columns[index].title)) ? [{ width, index }] : [],
    );
    const [widest] = candidates.sort((a, b) => b.width - a.width);
    if (!widest) break;
    widths[widest.index] = widest.width - 1;
    excess--;
  }
  return widths;
}

/**
 * Returns the lines of a table, heading first. Columns with `cut` are shortened to fit into `total` columns.
 *
 * @example
 * formatTable([{ title: "PORT" }, { title: "FOLDER", cut: "start" }], [[{ text: "41234" }, { text: "/home/ada" }]], 80);
 */
export function formatTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], total: number): string[] {
  const widths = columnWidths(columns, rows, total);
  const format = (cells: readonly Cell[]) =>
    cells
      .map(({ text, paint = (same) => same }, index) => {
        const width = widths[index] ?? 0;
        const cut = cutTo(text, width, columns[index]?.cut ?? "end");
        const isLast = index === cells.length - 1;
        return paint(cut) + (isLast ? "" : " ".repeat(Math.max(0, width - stringWidth(cut))));
      })
      .join(gap)
      .trimEnd();
  return [format(columns.map(({ title }) => ({ text: title }))), ...rows.map(format)];
}
