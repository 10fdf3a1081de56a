/** Escapes text that contains names of files, clients or other editors, so that VS Code shows it as plain text. */
import { invisibleCharacters } from "@tandem-ide/protocol";

/** Replaces invisible characters and those that change the text direction. */
const replacement = "\uFFFD";

/** Invisible, and does not allow a line break. */
const wordJoiner = "\u2060";

/**
 * Escapes text for a message or a quick pick. In messages, VS Code turns `[text](target)` into links, which can run commands,
 * and in lists it turns `$(name)` into icons. An invisible character prevents both.
 *
 * @example
 * displayText("[x](command:y)"); // looks the same but is not a link
 */
export function displayText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\t\r\n]+/g, " ")
    .replace(invisibleCharacters, replacement)
    .replace(/([\]$])\(/g, `$1${wordJoiner}(`);
}
