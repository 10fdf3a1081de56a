/**
 * Draws the output of `tmux capture-pane -e` as an SVG: rows of text with their colours. Only supports what Neovim
 * sends.
 */

interface Style {
  readonly fore: string | undefined;
  readonly back: string | undefined;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isReversed: boolean;
}

interface Run {
  readonly column: number;
  readonly text: string;
  readonly style: Style;
}

const plain: Style = {
  fore: undefined,
  back: undefined,
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isReversed: false,
};

/** The sixteen default colours of a terminal. */
const defaultColours = [
  ..."#1d2021 #cc5555 #6f9f5a #b59a4c #5b8fbf #a577b0 #5aa6a6 #c8ccd2".split(" "),
  ..."#6b7178 #e87a7a #93c47d #dcc06a #82b4e0 #c79bd2 #7fc9c9 #f2f4f8".split(" "),
];

function indexed(index: number): string {
  const known = defaultColours[index];
  if (known !== undefined) return known;
  if (index >= 232) return `#${(8 + (index - 232) * 10).toString(16).padStart(2, "0").repeat(3)}`;
  const level = (value: number) => (value === 0 ? 0 : 55 + value * 40).toString(16).padStart(2, "0");
  const cube = index - 16;
  return `#${level(Math.floor(cube / 36))}${level(Math.floor(cube / 6) % 6)}${level(cube % 6)}`;
}

/** The style after one escape sequence with these numbers. */
function styled(before: Style, numbers: readonly number[]): Style {
  let style = before;
  const rest = [...numbers];
  const colour = (): string | undefined => {
    const kind = rest.shift();
    if (kind === 5) return indexed(rest.shift() ?? 0);
    const parts = [rest.shift() ?? 0, rest.shift() ?? 0, rest.shift() ?? 0];
    return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  };
  for (let code = rest.shift(); code !== undefined; code = rest.shift()) {
    if (code === 0) style = plain;
    else if (code === 1) style = { ...style, isBold: true };
    else if (code === 3) style = { ...style, isItalic: true };
    else if (code === 4) style = { ...style, isUnderlined: true };
    else if (code === 7) style = { ...style, isReversed: true };
    else if (code === 38) style = { ...style, fore: colour() };
    else if (code === 48) style = { ...style, back: colour() };
    else if (code === 39) style = { ...style, fore: undefined };
    else if (code === 49) style = { ...style, back: undefined };
    else if (code >= 30 && code <= 37) style = { ...style, fore: defaultColours[code - 30] };
    else if (code >= 40 && code <= 47) style = { ...style, back: defaultColours[code - 40] };
    else if (code >= 90 && code <= 97) style = { ...style, fore: defaultColours[code - 82] };
    else if (code >= 100 && code <= 107) style = { ...style, back: defaultColours[code - 92] };
  }
  return style;
}

function rowsOf(screen: string): Run[][] {
  let style = plain;
  return screen.split("\n").map((line) => {
    const runs: Run[] = [];
    let column = 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
    for (const [, numbers, text = ""] of line.matchAll(/(?:\u001b\[([\d;:]*)m)|([^\u001b]+)/g)) {
      if (numbers !== undefined) style = styled(style, numbers.split(/[;:]/).map(Number));
      else {
        runs.push({ column, text, style });
        column += [...text].length;
      }
    }
    return runs;
  });
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const cell = { width: 8.4, height: 18 };
const margin = 12;
const paper = { fore: "#e0e2ea", back: "#14161b" };

function draw({ column, text, style }: Run, row: number): string {
  const [x, y] = [margin + column * cell.width, margin + row * cell.height];
  const width = [...text].length * cell.width;
  const [fore, back] = [style.fore ?? paper.fore, style.back ?? paper.back];
  const ground = style.isReversed ? fore : back;
  const ink = style.isReversed ? back : fore;
  const at = `x="${x.toFixed(1)}"`;
  const box =
    ground === paper.back
      ? ""
      : `<rect ${at} y="${y}" width="${width.toFixed(1)}" height="${cell.height}" fill="${ground}"/>\n`;
  if (text.trim() === "") return box;
  // Some viewers collapse several spaces and drop those at the ends.
  const core = text.trim();
  const indent = [...text.slice(0, text.indexOf(core))].length;
  const from = `x="${(x + indent * cell.width).toFixed(1)}"`;
  const marks = [
    style.isBold && 'font-weight="bold"',
    style.isItalic && 'font-style="italic"',
    style.isUnderlined && 'text-decoration="underline"',
  ].filter((mark) => mark !== false);
  // Keeps the columns in place with any font.
  const fit = `textLength="${([...core].length * cell.width).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
  const words = escaped(core).replaceAll(" ", "\u00a0");
  return `${box}<text ${[from, `y="${y + 13}"`, `fill="${ink}"`, fit, ...marks].join(" ")}>${words}</text>\n`;
}

/**
 * @param screen what `tmux capture-pane -e -p` printed
 * @param title the alternative text
 */
export function screenToSvg(screen: string, title: string, size: { columns: number; rows: number }): string {
  const width = Math.ceil(size.columns * cell.width + 2 * margin);
  const height = size.rows * cell.height + 2 * margin;
  const font = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
  const rows = rowsOf(screen.replace(/\n$/, "")).slice(0, size.rows);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="${paper.back}"/>
<g font-family="${font}" font-size="14">
${rows.map((runs, row) => runs.map((run) => draw(run, row)).join("")).join("")}</g>
</svg>
`;
}
