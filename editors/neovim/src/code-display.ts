/** Makes code safe to review: replaces invisible characters with symbols such as `<U+202E>`. */

/** Like `visiblePieces` of the protocol, but also all spaces other than U+0020. */
const invisible = /(?![\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The position of a symbol. Rows and bytes are zero-based, `to` is exclusive. */
export interface Sign {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

export interface CodeDisplay {
  readonly lines: readonly string[];
  readonly signs: readonly Sign[];
}

export function displayCode(code: string): CodeDisplay {
  const signs: Sign[] = [];
  const show = (line: string, row: number) => {
    let bytes = 0;
    let last = 0;
    return line.replace(invisible, (character, index: number) => {
      const sign = `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
      const from = bytes + Buffer.byteLength(line.slice(last, index));
      bytes = from + sign.length;
      last = index + character.length;
      signs.push({ row, from, to: bytes });
      return sign;
    });
  };
  return { lines: code.replace(/\n$/, "").split("\n").map(show), signs };
}
