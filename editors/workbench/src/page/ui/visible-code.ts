/** Code as it is shown before it may run: whatever could hide a part of it, or show it in another order, is written out. Pure. */

/** Characters that show nothing or turn the direction of writing, but for the tab and the line's end. */
const invisible = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]/gu;

export interface CodePiece {
  readonly text: string;
  /** It stands for a character that is not seen. */
  readonly isSign: boolean;
}

/** The code in pieces, each invisible character as a sign of its own such as `U+202E`. */
export function visibleCode(code: string): readonly CodePiece[] {
  const pieces: CodePiece[] = [];
  let last = 0;
  for (const { 0: character, index } of code.matchAll(invisible)) {
    if (index > last) pieces.push({ text: code.slice(last, index), isSign: false });
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    pieces.push({ text: `U+${number}`, isSign: true });
    last = index + character.length;
  }
  if (last < code.length) pieces.push({ text: code.slice(last), isSign: false });
  return pieces;
}
