/** Keys in CodeMirror's words (`Mod-Shift-p`), matched against what the browser says was pressed. */

/** The part of a KeyboardEvent that counts. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Signs whose key is named otherwise than what it types. */
const codes: Readonly<Record<string, string>> = { "`": "Backquote", "\\": "Backslash", ",": "Comma", "/": "Slash" };

/** The physical key of a letter, digit or sign, so that Alt on a Mac and other layouts do not hide it. */
function codeOf(key: string): string | undefined {
  if (/^[a-z]$/.test(key)) return `Key${key.toUpperCase()}`;
  if (/^[0-9]$/.test(key)) return `Digit${key}`;
  return codes[key];
}

/** Whether a press is this key. */
export function matchesKey(key: string, press: KeyPress, isMac: boolean): boolean {
  const parts = key.split("-");
  const name = parts.at(-1) ?? "";
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
  const wantsCtrl = has("Ctrl") || (has("Mod") && !isMac);
  const wantsMeta = has("Meta") || (has("Mod") && isMac);
  // A sign such as `?` is typed with Shift on some keyboards and without on others.
  const isSign = name.length === 1 && codeOf(name) === undefined;
  if (press.ctrlKey !== wantsCtrl || press.metaKey !== wantsMeta || press.altKey !== has("Alt")) return false;
  if (!isSign && press.shiftKey !== has("Shift")) return false;
  if (press.key.toLowerCase() === name.toLowerCase()) return true;
  // With Alt or Ctrl the key may type something else, or a sign of another layout: then the place of the key counts.
  const isHidden = press.altKey || press.key.length > 1 || !/^[a-z0-9]$/i.test(press.key);
  return isHidden && codeOf(name) === press.code;
}

/** One with nothing but Shift types a character, so it is none for as long as the keyboard is in a text. */
export function isTypingKey(key: string): boolean {
  return /^(Shift-)?.$/.test(key);
}
