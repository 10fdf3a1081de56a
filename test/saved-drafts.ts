/** Reads the drafts of a journal, for tests that kill its process. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the folder of the drafts in a home. */
export function journalOf(home: string): string {
  return join(home, ".local", "state", "tandem", "drafts");
}

/** Returns the content of the drafts, except partial files. */
export function draftsIn(journal: string): string[] {
  const names = existsSync(journal) ? readdirSync(journal) : [];
  return names.flatMap((name) => {
    try {
      return name.startsWith("new-") ? [] : readFileSync(join(journal, name), "utf8");
    } catch {
      return []; // Removed or renamed in the meantime.
    }
  });
}
