/**
 * Words from elsewhere (names of files, of clients, of other editors, reasons that have such names in them), made fit for
 * where VS Code shows them: there they are words, and nothing that can be pressed or drawn. Pure.
 */
import { invisibleCharacters } from "@tandem/protocol";

/** Stands where a character was that could not be seen, or would have turned round what follows. */
const unseen = "\uFFFD";

/** Not seen, and never the place of a line break. */
const wordJoiner = "\u2060";

/**
 * As a message, or as an entry of a list to choose from. VS Code makes links of `[words](address)` in messages, and a
 * `command:` is an address that it runs; in lists it makes icons of `$(name)`. Both are held apart by a sign that is not seen.
 *
 * @example
 * shownWords("[x](command:y)"); // the same to the eye, and no link
 */
export function shownWords(words: string): string {
  return words
    .toWellFormed()
    .replace(/[\t\r\n]+/g, " ")
    .replace(invisibleCharacters, unseen)
    .replace(/([\]$])\(/g, `$1${wordJoiner}(`);
}
