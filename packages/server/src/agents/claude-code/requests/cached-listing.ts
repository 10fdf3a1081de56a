/**
 * A file listing with everything it depends on, to check whether it is still current. Watches don't cover everything, so each
 * check looks at the folder itself, mounts, .gitignore files above the folder or behind links, link targets and privacy rules.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { FolderWatches } from "../../../hub/files/folder-watches.js";
import { directoriesAbove } from "../../../hub/files/ignore-files.js";
import { listRuns } from "../../../hub/files/list-files.js";
import { isLocal, mountsAround } from "../../../hub/files/local-disk.js";
import { readSmallFile } from "../../../hub/files/small-file.js";
import type { Privacy } from "../../../hub/privacy/privacy.js";
import { areSameRules, rulesIdentity, snapshotRules } from "../../../hub/privacy/snapshot.js";
import { FileList } from "./file-list.js";

/** Checking more links or rules than this takes as long as listing the folder. */
const maxChecked = 2000;
/** A newer file may change again without a new time stamp. */
const minAgeMs = 1000;

/** Identifies a file and its state. Undefined if it is too new to tell, or missing. */
function stateOf(path: string, now: () => number): string | undefined {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(path);
    return Math.abs(now() - ctimeMs) < minAgeMs ? undefined : `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}

/** Identifies the folder itself. */
function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino } = statSync(folder);
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

/** Returns the .gitignore rules above the folder as text. There are few, so reading them is fastest. */
function rulesAbove(folder: string): string {
  const read = (directory: string) => {
    try {
      return readSmallFile(join(directory, ".gitignore"));
    } catch {
      return "";
    }
  };
  return JSON.stringify(directoriesAbove(folder).map((directory) => [directory, read(directory)]));
}

/** Returns the folder's environment, which isn't watched. Undefined if a listing can't be cached. */
function environmentOf(folder: string): string | undefined {
  const facts = [identityOf(folder), mountsAround(folder), rulesAbove(folder)];
  return isLocal(folder) && facts.every((fact) => fact !== undefined) ? facts.join("\0") : undefined;
}

export interface ListingOptions {
  readonly folder: string;
  readonly privacy: Privacy;
  readonly watches: FolderWatches;
  readonly signal: AbortSignal;
  /** Wall-clock time. */
  readonly now: () => number;
}

/** Everything that isn't watched. */
interface Facts {
  readonly environment: string;
  readonly privacyRules: readonly object[];
  /** The state of each .gitignore. */
  readonly rules: ReadonlyMap<string, string>;
  /** Whether each link is hidden. */
  readonly links: ReadonlyMap<string, boolean>;
}

export class CachedListing {
  readonly list: FileList;
  readonly watches: FolderWatches;
  readonly #options: ListingOptions;
  readonly #facts: Facts;

  private constructor(list: FileList, options: ListingOptions, facts: Facts) {
    this.list = list;
    this.watches = options.watches;
    this.#options = options;
    this.#facts = facts;
  }

  /** Lists and watches the folder. Returns undefined if the listing can't be cached. */
  static async make(options: ListingOptions): Promise<CachedListing | undefined> {
    const { folder, privacy, watches, signal, now } = options;
    const privacyRules = rulesIdentity(privacy);
    const environment = environmentOf(folder);
    const rules = new Map<string, string>();
    const links = new Map<string, boolean>();
    if (environment === undefined || !privacyRules) return undefined;
    const count = () => {
      if (rules.size + links.size > maxChecked) watches.giveUp(`more than ${maxChecked} links and .gitignore files`);
    };
    const runs = await listRuns(folder, {
      signal,
      ...snapshotRules(privacy),
      observer: {
        directory: (path) => {
          watches.add(path);
          // The listing is already outdated.
          if (watches.hasChanged) throw new DOMException("The folder changed while it was being listed", "AbortError");
        },
        rules: (directory) => {
          const path = join(directory, ".gitignore");
          const state = stateOf(path, now);
          if (state === undefined) watches.close();
          else rules.set(path, state);
          count();
        },
        link: (path, isHidden) => {
          links.set(path, isHidden);
          count();
        },
      },
    });
    signal.throwIfAborted(); // It may have aborted during the last await.
    const facts = { environment, privacyRules, rules, links };
    const listing = new CachedListing(new FileList(runs).shrink(), options, facts);
    return listing.isCurrent(folder) ? listing : undefined;
  }

  /** Returns true if a new listing would be the same. Await {@link watchEventsDelivered} first. */
  isCurrent(folder: string): boolean {
    const { folder: cachedFolder, privacy, now } = this.#options;
    const { environment, privacyRules, rules, links } = this.#facts;
    return (
      !this.watches.hasChanged &&
      folder === cachedFolder &&
      areSameRules(rulesIdentity(privacy), privacyRules) &&
      environmentOf(folder) === environment &&
      [...rules].every(([path, state]) => stateOf(path, now) === state) &&
      [...links].every(([path, isHidden]) => (privacy.checkRules(path) !== undefined) === isHidden)
    );
  }
}

/**
 * Resolves when watches have reported all changes made before this call. The system queues a change before the writing
 * call returns, and the events are read in the next turn of the event loop at the latest.
 */
export async function watchEventsDelivered(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
}
