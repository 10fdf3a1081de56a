/** Lists changed files that Git ignores. Their content isn't stored, so they can't be undone. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { RecordedWorkspace } from "@tandem-ide/server";
import { connectedAgents, setChain, turnFor } from "./attribute.js";
import { agentChange } from "./chain.js";
import type { Claims } from "./claims.js";
import { unstoredMode } from "./content.js";
import type { FullScanner } from "./scanner.js";
import { isSameVersion, type State, type Version } from "./state.js";
import { idOfStat } from "./work-tree.js";

/** More are not listed, because a build can write thousands. */
const maxListed = 200;
const unknown: Version = { mode: unstoredMode, oid: "unknown" };

/** Ignored files that have changed. */
export interface FoundIgnored {
  /** Adds them to the state. Returns true if it changed. */
  record(state: State): boolean;
}

export class IgnoredFiles {
  readonly #folder: string;
  readonly #scanner: FullScanner;
  readonly #claims: Claims;
  readonly #workspace: Pick<RecordedWorkspace, "isHidden">;

  constructor(folder: string, scanner: FullScanner, workspace: Pick<RecordedWorkspace, "isHidden">, claims: Claims) {
    this.#claims = claims;
    this.#folder = folder;
    this.#scanner = scanner;
    this.#workspace = workspace;
  }

  /** Finds the ignored files among the paths in events. */
  async find(touched: readonly string[]): Promise<FoundIgnored | undefined> {
    const files = touched.slice(0, maxListed).filter((path) => this.#isFileOrGone(path));
    if (files.length === 0) return undefined;
    const ignored = await this.#scanner.ignoredOf(files);
    const now = Date.now();
    const isListed = (path: string) =>
      !this.#claims.isRecent(path, now) && !this.#workspace.isHidden(join(this.#folder, path));
    const paths = [...ignored].filter(isListed);
    return paths.length === 0 ? undefined : { record: (state) => this.#record(state, paths, now) };
  }

  #isFileOrGone(path: string): boolean {
    const found = lstatSync(join(this.#folder, path), { throwIfNoEntry: false });
    return found === undefined || found.isFile();
  }

  #versionOf(path: string): Version {
    const found = lstatSync(join(this.#folder, path), { throwIfNoEntry: false });
    return found ? { mode: unstoredMode, oid: idOfStat(found) } : null;
  }

  #record(state: State, paths: readonly string[], now: number): boolean {
    if (connectedAgents(state).length === 0) return false;
    let left = maxListed - [...state.files.values()].filter(({ isIgnored }) => isIgnored).length;
    let isChanged = false;
    for (const path of paths) {
      const known = state.files.get(path);
      const to = this.#versionOf(path);
      // An ignored file that is recorded anyway is part of the scan.
      if ((known && !known.isIgnored) || (known && isSameVersion(known.now, to)) || (!known && left-- <= 0)) continue;
      const chain = known ?? { links: [], now: unknown };
      const { links } = agentChange<Version>(chain, turnFor(state, now).id, to, isSameVersion);
      setChain(state, path, { links: [...links], now: to, isIgnored: true });
      isChanged = true;
    }
    return isChanged;
  }
}
