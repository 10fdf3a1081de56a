/** Matches keys in CodeMirror's notation (`Mod-Shift-p`) with keyboard events. */

export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Characters whose `KeyboardEvent.code` can't be derived. */
const codes: Readonly<Record<string, string>> = { "`": "Backquote", "\\": "Backslash", ",": "Comma", "/": "Slash" };

/** Returns the physical key. On a Mac, and in other layouts, a key with Alt types another character. */
function codeOf(key: string): string | undefined {
  if (/^[a-z]$/.test(key)) return `Key${key.toUpperCase()}`;
  if (/^[0-9]$/.test(key)) return `Digit${key}`;
  return codes[key];
}

export function matchesKey(key: string, press: KeyPress, isMac: boolean): boolean {
  const parts = key.split("-");
  const name = parts.at(-1) ?? "";
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
  const wantsCtrl = has("Ctrl") || (has("Mod") && !isMac);
  const wantsMeta = has("Meta") || (has("Mod") && isMac);
  // A character such as `?` needs Shift on some keyboards only.
  const isSymbol = name.length === 1 && codeOf(name) === undefined;
  if (press.ctrlKey !== wantsCtrl || press.metaKey !== wantsMeta || press.altKey !== has("Alt")) return false;
  if (!isSymbol && press.shiftKey !== has("Shift")) return false;
  if (press.key.toLowerCase() === name.toLowerCase()) return true;
  // With Alt or another layout the key may type something else. In that case compare the physical key.
  const isHidden = press.altKey || press.key.length > 1 || !/^[a-z0-9]$/i.test(press.key);
  return isHidden && codeOf(name) === press.code;
}

/** Returns true for a key that types a character, which isn't a command while the focus is in an editor. */
export function isTypingKey(key: string): boolean {
  return /^(Shift-)?.$/.test(key);
}
