/** Names that some file system takes for one. */

/** A name as the least strict file system reads it: one that ignores case, invisible characters, dots and blanks at the end. */
export function foldName(name: string): string {
  return (
    name
      .normalize("NFKC")
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, "")
      // Both, because some letters have a capital but are not its small letter, such as the dotless i.
      .toUpperCase()
      .toLowerCase()
      // NTFS: `name::$DATA` is the file itself.
      .replace(/:[^:]*:\$.*$/s, "")
      .replace(/[. ]+$/, "")
  );
}
