/** Normalises a name like the least strict file system: ignores case, invisible characters, and trailing dots and spaces. */
export function foldName(name: string): string {
  return (
    name
      .normalize("NFKC")
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, "")
      // Does both, because some letters, such as the dotless i, don't survive the round trip.
      .toUpperCase()
      .toLowerCase()
      // On NTFS `name::$DATA` is the file itself.
      .replace(/:[^:]*:\$.*$/s, "")
      .replace(/[. ]+$/, "")
  );
}
