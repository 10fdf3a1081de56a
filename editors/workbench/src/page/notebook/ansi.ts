/** Converts ANSI escape codes, which tracebacks contain, to CSS classes. Pure. */

interface AnsiPiece {
  readonly text: string;
  /** Empty for plain text. */
  readonly classes: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes start with one.
const codes = /\x1b(?:\[([0-9;:]*)([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])/g;

interface Style {
  readonly colour?: number | undefined;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
}

/** Bright colours are mapped to normal ones, which are readable on the page's background. */
function styleAfter(style: Style, parameters: readonly number[]): Style {
  let next = style;
  for (let index = 0; index < parameters.length; index++) {
    const code = parameters[index] ?? 0;
    if (code === 0) next = {};
    else if (code === 1) next = { ...next, isBold: true };
    else if (code === 3) next = { ...next, isItalic: true };
    else if (code === 4) next = { ...next, isUnderlined: true };
    else if (code === 22) next = { ...next, isBold: false };
    else if (code === 23) next = { ...next, isItalic: false };
    else if (code === 24) next = { ...next, isUnderlined: false };
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) next = { ...next, colour: code % 10 };
    else if (code === 39) next = { ...next, colour: undefined };
    else if (code === 38 || code === 48) {
      const kind = parameters[index + 1];
      const colour = parameters[index + 2] ?? 0;
      if (code === 38) next = { ...next, colour: kind === 5 && colour < 16 ? colour % 8 : undefined };
      index += kind === 5 ? 2 : 4;
    }
  }
  return next;
}

function classesOf({ colour, isBold, isItalic, isUnderlined }: Style): string {
  return [
    colour !== undefined && `ansi-${colour}`,
    isBold && "ansi-bold",
    isItalic && "ansi-italic",
    isUnderlined && "ansi-underlined",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Removes the codes and splits the text where the style changes. */
export function ansiPieces(text: string): readonly AnsiPiece[] {
  const pieces: AnsiPiece[] = [];
  let style: Style = {};
  let from = 0;
  const add = (to: number) => {
    const classes = classesOf(style);
    const last = pieces.at(-1);
    const part = text.slice(from, to);
    if (part === "") return;
    if (last?.classes === classes) pieces[pieces.length - 1] = { text: last.text + part, classes };
    else pieces.push({ text: part, classes });
  };
  for (const match of text.matchAll(codes)) {
    add(match.index);
    from = match.index + match[0].length;
    if (match[2] === "m") style = styleAfter(style, (match[1] || "0").split(/[;:]/).map(Number));
  }
  add(text.length);
  return pieces;
}
