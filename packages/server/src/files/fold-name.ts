/** Names that some file systems take for one: whatever their case, and however their accents are encoded. */

/** The form in which names are compared. */
export function foldName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
