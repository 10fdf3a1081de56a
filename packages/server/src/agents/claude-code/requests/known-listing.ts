/**
 * A listing together with everything that it depends on, so that it can be said whether it still is what a new one would be.
 * What watches do not see is looked at again each time: the folder itself, what is mounted, rules above the folder and
 * behind links, the targets of links, privacy.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { FolderWatches } from "../../../hub/files/folder-watches.js";
import { directoriesAbove } from "../../../hub/files/ignore-files.js";
import { listRuns } from "../../../hub/files/list-files.js";
import { isLocal, mountsAround } from "../../../hub/files/local-disk.js";
import { readSmallFile } from "../../../hub/files/small-file.js";
import type { Privacy } from "../../../hub/privacy/privacy.js";
import { identityOfRules, snapshotOf } from "../../../hub/privacy/privacy-snapshot.js";
import { FileList } from "./file-list.js";

/** More links or rules than this take as long to look at as the folder takes to list. */
const maxLookedAt = 2000;
/** A file that is younger may change once more without getting another time stamp. */
const tooYoungMs = 1000;

/** Which file this is and in what state; undefined when it is too young to tell, or not there. */
function stateOf(path: string, now: () => number): string | undefined {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(path);
    return Math.abs(now() - ctimeMs) < tooYoungMs ? undefined : `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}

/** The folder itself, whatever happens in it. */
function identityOf(folder: string): string | undefined {
  try {
    const { dev, ino } = statSync(folder);
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

/** The rules that come from above the folder, as text: so few that reading them is quickest. */
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

/** The surroundings of a folder, which no watch sees; undefined where a listing cannot be kept. */
function surroundingsOf(folder: string): string | undefined {
  const facts = [identityOf(folder), mountsAround(folder), rulesAbove(folder)];
  return isLocal(folder) && facts.every((fact) => fact !== undefined) ? facts.join("\0") : undefined;
}

function areSame(a: readonly object[] | undefined, b: readonly object[] | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((each, i) => each === b[i]);
}

export interface ListingOptions {
  readonly folder: string;
  readonly privacy: Privacy;
  readonly watches: FolderWatches;
  readonly signal: AbortSignal;
  /** The time of day, as files have it. */
  readonly now: () => number;
}

/** What no watch sees. */
interface Facts {
  readonly surroundings: string;
  readonly privacyRules: readonly object[];
  /** The state of each .gitignore. */
  readonly rules: ReadonlyMap<string, string>;
  /** Whether each link was withheld. */
  readonly links: ReadonlyMap<string, boolean>;
}

export class KnownListing {
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

  /** Lists the folder under watches. Undefined when this one cannot be kept: then the watches say why, or are just over. */
  static async make(options: ListingOptions): Promise<KnownListing | undefined> {
    const { folder, privacy, watches, signal, now } = options;
    const privacyRules = identityOfRules(privacy);
    const surroundings = surroundingsOf(folder);
    const rules = new Map<string, string>();
    const links = new Map<string, boolean>();
    if (surroundings === undefined || !privacyRules) return undefined;
    const count = () => {
      if (rules.size + links.size > maxLookedAt) watches.giveUp(`more than ${maxLookedAt} links and files of rules`);
    };
    const runs = await listRuns(folder, {
      signal,
      ...snapshotOf(privacy),
      observer: {
        directory: (path) => {
          watches.add(path);
          // There is nothing to be had any more.
          if (watches.hasChanged) throw new DOMException("The folder changes", "AbortError");
        },
        rules: (directory) => {
          const path = join(directory, ".gitignore");
          const state = stateOf(path, now);
          if (state === undefined) watches.close();
          else rules.set(path, state);
          count();
        },
        link: (path, isWithheld) => {
          links.set(path, isWithheld);
          count();
        },
      },
    });
    signal.throwIfAborted(); // It may have come in the last pause.
    const facts = { surroundings, privacyRules, rules, links };
    const listing = new KnownListing(new FileList(runs).shrink(), options, facts);
    return listing.isStillRight(folder) ? listing : undefined;
  }

  /** Would a new listing be the same? To be asked when the system's news have arrived: {@link newsArrived}. */
  isStillRight(folder: string): boolean {
    const { folder: own, privacy, now } = this.#options;
    const { surroundings, privacyRules, rules, links } = this.#facts;
    return (
      !this.watches.hasChanged &&
      folder === own &&
      areSame(identityOfRules(privacy), privacyRules) &&
      surroundingsOf(folder) === surroundings &&
      [...rules].every(([path, state]) => stateOf(path, now) === state) &&
      [...links].every(([path, isWithheld]) => (privacy.judge(path) !== undefined) === isWithheld)
    );
  }
}

/**
 * Resolves when watches have told of everything that happened before this was called. The system notes a change before
 * whoever made it goes on; it is read with what else is waiting, at the latest in the next turn of the event loop.
 */
export async function newsArrived(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
}
