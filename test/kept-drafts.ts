/** What the journal of unsaved texts has, for tests that kill whoever keeps it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where it is in a home. */
export function journalOf(home: string): string {
  return join(home, ".local", "state", "tandem", "drafts");
}

/** The drafts, each with its line of facts. One that is being written is none yet. */
export function keptIn(journal: string): string[] {
  const names = existsSync(journal) ? readdirSync(journal) : [];
  return names.flatMap((name) => {
    try {
      return name.startsWith("new-") ? [] : readFileSync(join(journal, name), "utf8");
    } catch {
      return []; // Gone or renamed meanwhile.
    }
  });
}
